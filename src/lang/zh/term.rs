//! What the terms and signs on the screen mean, in Chinese.

use super::Chinese;
use crate::engine::Property;
use crate::lang::{Explained, Sign, Term, TermWords};

impl TermWords for Chinese {
    fn term(&self, term: Term) -> Explained {
        let (name, text) = match term {
            Term::Offset => (
                "offset",
                "消息在分区日志中的位置，从 0 数起，永不改变；同一条消息在每个副本上都在同一个 \
                 offset。",
            ),
            Term::Leo => (
                "LEO",
                "log end offset：下一条消息将写入的 offset。每个副本都有自己的 LEO；Follower \
                 下一次就从它开始拉取。",
            ),
            Term::Hw => (
                "HW",
                "high watermark，高水位：低于它的消息已提交，对消费者可见。由 Leader 计算，Follower \
                 要等下一次响应才知道，所以总是慢一步。",
            ),
            Term::Committed => (
                "已提交",
                "低于 Leader HW 的消息：HW 前移时要等的每个副本都有了它。只要选出的 Leader \
                 是其中之一，它就不会丢。",
            ),
            Term::RemoteLeo => (
                "remote LEO",
                "远程副本的 LEO：Leader 记下的、该 Follower 上一次拉取的起始 offset，因此慢一次拉取。\
                 Leader 不保存 Follower 的 HW。",
            ),
            Term::Segment => (
                "segment",
                "日志分成多个文件，文件名就是它的第一个 offset。写满一个就开始下一个，写满的会刷盘。",
            ),
            Term::Leader => {
                ("Leader", "负责该分区全部读写的副本。它从不截断自己的日志，其余副本以它为准。")
            }
            Term::Follower => (
                "Follower",
                "向 Leader 拉取、复制其日志的副本：在相同的 offset 追加，并截掉 Leader 没有的部分。",
            ),
            Term::Idle => {
                ("空闲", "broker 已启动，但 Controller 还没有通知这个副本是 Leader 还是 Follower。")
            }
            Term::Isr => (
                "ISR",
                "in-sync replicas：Leader 和跟得上它的副本。HW 要等 ISR 中的每一个，正常选举也只在 \
                 ISR 中选。",
            ),
            Term::LeaderEpoch => (
                "leader epoch",
                "Leader 的任期号。每次选举、以及 Controller 把副本移出 ISR 时加 1；从 0.11 \
                 起，每条消息都带着自己的 epoch。",
            ),
            Term::EpochTable => (
                "epoch 表",
                "leader-epoch-checkpoint 文件，0.11 起才有：一组 (epoch, start offset)，\
                 记录每个任期的消息从哪里开始。Follower 据此决定截到哪里。",
            ),
            Term::EpochEnd => (
                "epoch 的结尾",
                "OffsetsForLeaderEpoch：Follower 问 Leader 自己最新的 epoch 在哪里结束，\
                 并截到那里，不再截到自己的 HW（KIP-101）。",
            ),
            Term::Truncation => (
                "截断",
                "截掉日志末尾，使之与 Leader 一致。到 0.10.2 为止，新的 Follower 截到自己的 HW；从 \
                 0.11 起，截到 Leader 的 epoch 所指之处。",
            ),
            Term::Flushed => (
                "已刷盘",
                "低于此 offset 的消息已真正写到磁盘；其余只在页缓存中，断电就没了。Kafka 称之为 \
                 recovery point。",
            ),
            Term::HwOnDisk => (
                "磁盘上的 HW",
                "replication-offset-checkpoint 文件中的 HW，默认每 5 秒写一次。broker \
                 重启后以它为起点，往往偏小。",
            ),
            Term::Fetch => (
                "fetch",
                "fetch@2 表示从 offset 2 开始拉取。三个阶段：发出请求；Leader 处理（remote \
                 LEO、ISR、HW）；收到响应（LEO、HW）。",
            ),
            Term::Parked => (
                "挂起",
                "没有新消息可发，Leader 先留住这次拉取，直到有消息或 replica.fetch.wait.max.ms \
                 到期，再读一次。",
            ),
            Term::Diverging => (
                "diverging epoch",
                "从 2.7 起 fetch 带上 Follower 最新的 epoch。若它在 Leader 日志中的结束位置不同，\
                 响应里没有消息，只说在哪里结束：Follower 就截断。",
            ),
            Term::Fenced => (
                "fenced",
                "broker：KRaft Controller 没有它的 session。fetcher：请求里的 leader epoch 太旧\
                 （KIP-320），等 Controller 的通知。",
            ),
            Term::Acks => (
                "acks",
                "producer 等什么：0 不等；1 等 Leader 写入；all（-1）等 HW 越过这条消息。\
                 要求越高，丢得越少，等得越久。",
            ),
            Term::Purgatory => (
                "purgatory",
                "Leader 存放 acks=all 的写请求的地方：等 HW 越过它们的消息，或者超时。",
            ),
            Term::MinIsr => (
                "min.insync.replicas",
                "acks=all 时，允许写入的最小 ISR。ISR 再小，写入前就被拒绝，或写入后失败。",
            ),
            Term::Acknowledged => (
                "已确认",
                "按 acks 的规则，producer 得到了“已保存”的答复。得到确认而又不见的消息，算作丢失。",
            ),
            Term::Consumer => {
                ("consumer", "从 Leader 读，只读 HW 以下。它的 offset 是下一条要读的消息。")
            }
            Term::Lost => {
                ("丢失", "曾被确认或已提交，而当前 Leader 在那个 offset 上却没有的消息。")
            }
            Term::Duplicated => {
                ("重复", "同一条消息在日志中出现两次：producer 没有收到答复，又发了一次。")
            }
            Term::Diverged => (
                "不一致",
                "存活的副本在同一个 offset 上消息不同，且都低于各自的 HW。没有人发现，拉取也不会修复。",
            ),
            Term::Unavailable => (
                "不可用",
                "分区没有 Leader，其中已确认的消息暂时读不到。若能选出有这些消息的副本，它们还会回来。",
            ),
            Term::LogMatching => (
                Property::LogMatching.name(),
                "存活的两个副本，在双方 HW 之下的每个 offset 上消息相同。被破坏：已提交的部分出现了分歧。",
            ),
            Term::LeaderCompleteness => (
                Property::LeaderCompleteness.name(),
                "Leader 拥有此前各 epoch 以及自己 epoch 内提交的全部消息。被破坏：选出的 Leader 缺少已提交的消息。",
            ),
            Term::CandidateCompleteness => (
                Property::CandidateCompleteness.name(),
                "ISR 的每个成员（谁都可能当选）都有全部已提交的消息。被破坏：下一次选举可能丢失它们。",
            ),
            Term::QuorumSuperset => (
                Property::QuorumSuperset.name(),
                "只要成员数不少于 min.insync.replicas，Leader 的 ISR 就包含 Controller 的 ISR：HW 没有等过的副本不可能当选。",
            ),
            Term::UncleanExclusion => (
                Property::UncleanExclusion.name(),
                "ISR 中没有这样的副本：上次追上之后，又因断电或磁盘丢失了消息。",
            ),
            Term::ConsistentReads => (
                Property::ConsistentReads.name(),
                "消费者读过的消息一直在 Leader 日志的原位。被破坏：别人在那里读到别的消息，或什么也读不到。",
            ),
            Term::AckedSurvives => (
                Property::AckedSurvives.name(),
                "以 acks=all 确认的消息，只要故障的副本少于 min.insync.replicas 个，就不会丢失。",
            ),
            Term::NoGlobalLoss => (
                Property::NoGlobalLoss.name(),
                "已提交的消息至少在一个副本的磁盘上。被破坏：无论选谁都找不回来。",
            ),
            Term::LeaderHwNeverFalls => (
                Property::LeaderHwNeverFalls.name(),
                "Leader 的 HW 不回退。被破坏：消费者原先能读到的，现在读不到了。",
            ),
            Term::EpochsNeverFall => (
                Property::EpochsNeverFall.name(),
                "沿着日志，消息的 epoch 不变小。0.11 之前的消息没有 epoch，此条无意义。",
            ),
            Term::OneLeaderAnEpoch => (
                Property::OneLeaderAnEpoch.name(),
                "同一个 epoch 中，没有两个 broker 都自认为是 Leader。不同 epoch 中则可能。",
            ),
            Term::NobodyStuck => (
                Property::NobodyStuck.name(),
                "Leader 存活时，Follower 总会有进展，不会永远重复同样的请求。",
            ),
            Term::Controller => (
                "Controller",
                "发现谁宕机、选举 Leader、通知各个 broker；决定保存在 ZooKeeper，在 KRaft 中则保存在\
                 每个 broker 都读的日志里。",
            ),
            Term::Told => (
                "已通知",
                "每个 broker 最近得知的 leader epoch：来自 Controller 的 LeaderAndIsr，\
                 用 KRaft 时来自日志。得知之前，broker 按旧的信息行事。",
            ),
            Term::Unread => ("未读", "Controller 已发出、该 broker 还没有读到的通知数。"),
            Term::Session => (
                "session",
                "broker 死后，它的 session 还会保留 zookeeper.session.timeout.ms（KRaft 中是 \
                 broker.session.timeout.ms）；到期后 Controller 才发现它已死，除非提前察觉。",
            ),
            Term::Paused => (
                "暂停",
                "broker 的进程还在，但什么也不做，就像一次很长的 GC。恢复后它仍是自己以为的角色：\
                 可能是已被取代的 Leader。",
            ),
            Term::Cut => (
                "断开",
                "两个 broker 之间、broker 与 Controller 之间或客户端与 broker 之间什么也传不过去，\
                 虽然双方都在运行。",
            ),
            Term::HeldBack => {
                ("扣住", "Controller 给这个 broker 的通知一直在途中，放行一条才到一条。")
            }
            Term::Due => ("将到期", "时间流逝时接下来自动发生的事，以及还有多少毫秒。"),
            Term::AlterPartition => (
                "申请中的 ISR",
                "从 2.7 起 Leader 向 Controller 申请修改 ISR（AlterPartition，KIP-497）。收到答复之前，已提交的 ISR \
                 不变，同时只有一个申请在途。",
            ),
            Term::MaximalIsr => (
                "maximal ISR",
                "AlterPartition 在途时 HW 要等的 ISR：已提交的 ISR 加上将要加入的副本。\
                 将要离开的副本在离开之前仍然算数。",
            ),
            Term::Elr => (
                "ELR",
                "Eligible leader replicas（KIP-966）：ISR 小于 min.insync.replicas 时离开它的副本，\
                 拥有全部已提交的消息，可以 clean 地成为 Leader。",
            ),
            Term::LastLeader => (
                "最后一任 Leader",
                "ISR 变空那一刻的 Leader（KIP-966）。ISR 和 ELR 都没有可用副本时，由它再次成为 Leader。",
            ),
            Term::Recovering => (
                "恢复中",
                "这个 Leader 由 unclean 选举产生，还没有告诉 Controller 已恢复（KIP-704）。\
                 在此之前没有副本能加入 ISR。",
            ),
            Term::Reassignment => {
                ("重新分配", "分区移到别的副本上：新副本立即加入，等它们都进入 ISR，旧的才离开。")
            }
            Term::Znode => (
                "znode、zkVersion",
                "ZooKeeper 把分区的 Leader、epoch 和 ISR 存在一个带版本号的 znode 里。Leader 只有持有当前\
                 的 zkVersion 才能改 ISR，旧的会被拒绝。",
            ),
            Term::Election => (
                "选举",
                "Leader 宕机后，按副本分配的顺序，ISR 中第一个存活的副本成为 Leader；ISR \
                 变为其中存活的成员。",
            ),
            Term::PreferredLeader => (
                "preferred leader",
                "副本分配中的第一个副本。可以手动让它重新成为 Leader，或由 \
                 auto.leader.rebalance.enable 自动进行。",
            ),
            Term::Unclean => (
                "unclean 选举",
                "ISR 中无一存活时，unclean.leader.election.enable 允许任一副本成为 Leader：\
                 分区恢复可用，但它没有的消息就丢了。",
            ),
            Term::ControlledShutdown => (
                "controlled shutdown",
                "正常停机：broker 先交出 Leader，再写 HW、刷日志，不会因此丢消息。",
            ),
            Term::PageCache => (
                "页缓存",
                "操作系统内存中的已写数据。进程死掉它还在，断电则不在：那时只剩已刷盘的部分。",
            ),
            Term::Simplified => (
                "简化",
                "为了用更少的步骤讲清一个经典场景，做了真实集群中不会这样发生的事；横幅上写明是什么。",
            ),
            Term::ByHand => (
                "剧本、手动",
                "剧本每次都一样。你自己的操作从当前步骤长出一个分支：什么都不会丢，随时可以回去。",
            ),
            Term::Held => ("符合", "场景为这一步写下的期望，有多少条成立。"),
        };
        Explained::new(name, text)
    }

    fn sign(&self, sign: Sign) -> &'static str {
        match sign {
            Sign::Hw => "该副本的 HW：竖线左边的消息已提交。",
            Sign::Edge => {
                "HW 以下消息的边界，也是日志的末尾（LEO）。在 broker 左侧，则是请求或响应经过的路线。"
            }
            Sign::OpenEdge => "尚未低于该副本 HW 的消息的边界。",
            Sign::Segment => "新的 segment 文件从这里开始。",
            Sign::Lost => "Leader 在这里本该有这条消息：它曾被确认，现在没有了。",
            Sign::Differs => "这条消息与 Leader 在同一 offset 上的不同。",
            Sign::Gap => "空间不够，这里省略了一些 offset。",
            Sign::Was => "上一步改变了它：符号前是新值，符号后（若有）是旧值。",
            Sign::Mark => "上一步改变或用到了这个数。下方公式中凡读取它之处，都标同一个字母。",
            Sign::Leader => "该副本是 Leader。在时间线上：这一步选出了 Leader。",
            Sign::Follower => "该副本是 Follower。在消息后：producer 不等确认。",
            Sign::Idle => "该副本还没有接到通知，不知是 Leader 还是 Follower。",
            Sign::Down => {
                "该 broker 已宕机，这一行显示它磁盘上的内容。在时间线上：有 broker 宕机。"
            }
            Sign::Paused => "这个 broker 暂停了：进程还在，但什么也不做。",
            Sign::Chosen => "你选中的 broker、producer 或列表行。",
            Sign::Here => "屏幕上的分区。在 broker 名字前：已标记，将一起断电。",
            Sign::There => "该 topic 的另一个分区。",
            Sign::NotInIsr => "该 Follower 不在 ISR 中：HW 不必等它。",
            Sign::Wire => "谁发给谁。broker 左侧的线是途中的请求或响应；末尾是叉的，已经消失。",
            Sign::Moving => "在两个 broker 之间途中的请求或消息。",
            Sign::Held => "Leader 留住了该 Follower 的拉取：已挂起。",
            Sign::Cut => "在时间线上：这一步截断了日志。",
            Sign::Yes => "在消息后：已确认。在响应后：已到达。在数字前：有这么多条期望成立。",
            Sign::Waiting => "在消息后：producer 在等待。",
            Sign::No => "在消息后：producer 得到了错误。在按键后：现在不能用。",
            Sign::Masked => "提问的答案：下一步才显示。",
            Sign::Unknown => {
                "remote LEO 为 -1：该 Follower 还没有向这个 Leader 拉取过，或上一次拉取读取失败。"
            }
        }
    }
}
