//! What the terms and signs on the screen mean, in English.

use super::English;
use crate::engine::Property;
use crate::lang::{Explained, Sign, Term, TermWords};

impl TermWords for English {
    fn term(&self, term: Term) -> Explained {
        let (name, text) = match term {
            Term::Offset => (
                "offset",
                "The place of a record in its partition's log, counted from 0. Offsets never \
                 change; every replica keeps a record at the same one.",
            ),
            Term::Leo => (
                "LEO",
                "Log end offset: the offset that the next record gets. Each replica has its own; \
                 a follower's next fetch asks for it.",
            ),
            Term::Hw => (
                "HW",
                "High watermark: records below it are committed and visible to consumers. The \
                 leader computes it; a follower learns it from the next reply, so it lags behind.",
            ),
            Term::Committed => (
                "committed",
                "A record below the leader's HW: every replica that counted when the HW moved has \
                 it. It survives as long as one of those that have it is elected.",
            ),
            Term::RemoteLeo => (
                "remote LEO",
                "What the leader knows of a follower's LEO: the offset that its last fetch asked \
                 for. It lags one fetch behind, and the leader keeps no remote HW.",
            ),
            Term::Segment => (
                "segment",
                "A log is kept in files, each with its first offset as its name. When one is full \
                 the next begins, and the full one is flushed.",
            ),
            Term::Leader => (
                "leader",
                "The replica that takes all reads and writes of its partition. It never truncates \
                 its own log: the others follow what it has.",
            ),
            Term::Follower => (
                "follower",
                "A replica that copies the leader's log by fetching from it. It appends what \
                 comes, at the same offsets, and cuts off what the leader does not have.",
            ),
            Term::Idle => (
                "idle",
                "The broker is up, and the controller has not yet told this replica whether to \
                 lead or to follow.",
            ),
            Term::Isr => (
                "ISR",
                "In-sync replicas: the leader and those that keep up with it. The HW waits for \
                 every one of them, and a clean election chooses among them.",
            ),
            Term::LeaderEpoch => (
                "leader epoch",
                "The number of a reign. The controller raises it at each election, and when it \
                 takes a replica out of the ISR; from 0.11 on each record carries its own.",
            ),
            Term::EpochTable => (
                "epoch table",
                "The leader-epoch-checkpoint file, from 0.11 on: pairs (epoch, start offset) that \
                 say where each reign's records begin. It tells a follower where to cut.",
            ),
            Term::EpochEnd => (
                "epoch end",
                "OffsetsForLeaderEpoch: a follower asks the leader where the follower's latest \
                 epoch ended, and cuts its log there instead of at its own HW (KIP-101).",
            ),
            Term::Truncation => (
                "truncation",
                "Cutting the end off a log so that it agrees with the leader's. Up to 0.10.2 a \
                 new follower cuts to its own HW; from 0.11 on to where the leader's epochs say.",
            ),
            Term::Flushed => (
                "flushed",
                "Records below this offset are on the disk itself; those above are only in the \
                 page cache and go with the power. Kafka calls it the recovery point.",
            ),
            Term::HwOnDisk => (
                "HW on disk",
                "The HW in the file replication-offset-checkpoint, written every 5 s by default. A \
                 broker that restarts begins with this number, which is often too small.",
            ),
            Term::Fetch => (
                "fetch",
                "fetch@2 asks for the records from offset 2 on. Three phases: the request leaves, \
                 the leader serves it (remote LEO, ISR, HW), the reply arrives (LEO, HW).",
            ),
            Term::Parked => (
                "parked",
                "There was nothing to send, so the leader holds the fetch until records come or \
                 replica.fetch.wait.max.ms is over, and then reads again.",
            ),
            Term::Diverging => (
                "diverging epoch",
                "From 2.7 on a fetch says the follower's last epoch. Where that ended elsewhere in \
                 the leader's log, the reply has no records but says where: the follower cuts.",
            ),
            Term::Fenced => (
                "fenced",
                "Of a broker: the KRaft controller has no session with it. Of a fetcher: its leader \
                 epoch was too old (KIP-320), and it waits for the controller's word.",
            ),
            Term::Acks => (
                "acks",
                "What a producer waits for: 0 nothing, 1 the leader's append, all (-1) until the \
                 HW is past its record. More acks, less loss, longer waits.",
            ),
            Term::Purgatory => (
                "purgatory",
                "Where the leader keeps produce requests with acks=all until the HW is past their \
                 records, or until they time out.",
            ),
            Term::MinIsr => (
                "min.insync.replicas",
                "With acks=all, the smallest ISR that a write is taken with. A smaller one refuses \
                 it before the append, or fails it afterwards.",
            ),
            Term::Acknowledged => (
                "acknowledged",
                "The producer was told that its record is kept, by the rule of its acks. What was \
                 acknowledged and is gone counts as lost.",
            ),
            Term::Consumer => (
                "consumer",
                "Reads from the leader, and only below the HW. Its offset is the next record it \
                 wants.",
            ),
            Term::Lost => (
                "lost",
                "Records that were acknowledged or committed, and that the present leader no \
                 longer has at their offset.",
            ),
            Term::Duplicated => (
                "dup",
                "The same record stands in the log twice: the producer got no answer and sent it \
                 again.",
            ),
            Term::Diverged => (
                "diverged",
                "Live replicas hold different records at the same offset, below both HWs. Nobody \
                 notices, and no fetch repairs it.",
            ),
            Term::Unavailable => (
                "unavailable",
                "Promised records of a partition that nobody leads. They come back if a replica \
                 that has them can be elected.",
            ),
            Term::LogMatching => (
                Property::LogMatching.name(),
                "Two replicas that are up hold the same record at each offset below both HWs. \
                 Broken: the logs have diverged in what counts as committed.",
            ),
            Term::LeaderCompleteness => (
                Property::LeaderCompleteness.name(),
                "A leader has all that was committed in earlier epochs and its own. Broken: \
                 somebody was elected without a committed record.",
            ),
            Term::CandidateCompleteness => (
                Property::CandidateCompleteness.name(),
                "Every member of the ISR, whoever may be elected, has all that is committed. \
                 Broken: the next election may lose it.",
            ),
            Term::QuorumSuperset => (
                Property::QuorumSuperset.name(),
                "While it has at least min.insync.replicas members, the leader's ISR covers the \
                 controller's: nobody can be elected whom the HW did not wait for.",
            ),
            Term::UncleanExclusion => (
                Property::UncleanExclusion.name(),
                "Nobody is in the ISR who has lost records with the power or the disk since it \
                 was last caught up.",
            ),
            Term::ConsistentReads => (
                Property::ConsistentReads.name(),
                "What a consumer has read stays at its offset in the leader's log. Broken: \
                 others read something else there, or nothing.",
            ),
            Term::AckedSurvives => (
                Property::AckedSurvives.name(),
                "A record acknowledged with acks=all is not lost while fewer than \
                 min.insync.replicas replicas have failed.",
            ),
            Term::NoGlobalLoss => (
                Property::NoGlobalLoss.name(),
                "What was committed is on the disk of at least one replica. Broken: no election \
                 can bring it back.",
            ),
            Term::LeaderHwNeverFalls => (
                Property::LeaderHwNeverFalls.name(),
                "The HW of a leader never falls. Broken: what consumers could read they no \
                 longer can.",
            ),
            Term::EpochsNeverFall => (
                Property::EpochsNeverFall.name(),
                "The epochs of the records never fall along a log. Before 0.11 records carry \
                 none, and this says nothing.",
            ),
            Term::OneLeaderAnEpoch => (
                Property::OneLeaderAnEpoch.name(),
                "No two brokers believe that they lead in the same epoch. In different epochs \
                 they may.",
            ),
            Term::NobodyStuck => (
                Property::NobodyStuck.name(),
                "A follower with a live leader gets somewhere: it does not ask the same again \
                 for ever.",
            ),
            Term::Controller => (
                "controller",
                "It notices who died, elects leaders and tells the brokers. Its decisions are kept \
                 in ZooKeeper; with KRaft in a log that every broker reads.",
            ),
            Term::Told => (
                "told",
                "The leader epoch of the last word of the controller that each broker got: from \
                 LeaderAndIsr, with KRaft from the log. Until then it acts on what it knew.",
            ),
            Term::Unread => (
                "unread",
                "How many of the controller's words are on their way to a broker that has not read \
                 them yet.",
            ),
            Term::Session => (
                "session",
                "A dead broker's session lives on for zookeeper.session.timeout.ms, with KRaft for \
                 broker.session.timeout.ms. Only when it ends does the controller notice the death, \
                 unless told before.",
            ),
            Term::Paused => (
                "paused",
                "The broker's process runs, but does nothing, as in a long garbage collection. When \
                 it goes on it is what it believes to be: perhaps a leader that was replaced.",
            ),
            Term::Cut => (
                "cut",
                "Nothing passes between two brokers, between a broker and the controller or between \
                 a client and a broker, though both run.",
            ),
            Term::HeldBack => (
                "held back",
                "The controller's words to this broker are on their way for longer than a step: \
                 each arrives when it is let through.",
            ),
            Term::Due => (
                "due",
                "What happens next by itself when time passes, and after how many milliseconds.",
            ),
            Term::AlterPartition => (
                "pending ISR",
                "From 2.7 on a leader asks the controller for another ISR (AlterPartition, KIP-497). Until it has \
                 the answer the committed ISR stays, and one request is in flight.",
            ),
            Term::MaximalIsr => (
                "maximal ISR",
                "The ISR that the HW waits for while AlterPartition is in flight: the committed one \
                 and whoever is to join. Whoever is to leave counts until it has left.",
            ),
            Term::Elr => (
                "ELR",
                "Eligible leader replicas (KIP-966): they left an ISR that was below \
                 min.insync.replicas, have all that is committed, and may lead cleanly.",
            ),
            Term::LastLeader => (
                "last known leader",
                "The leader at the moment the ISR became empty (KIP-966). It leads again if neither \
                 ISR nor ELR has anybody.",
            ),
            Term::Recovering => (
                "recovering",
                "This leader was elected uncleanly and has not told the controller yet that it has \
                 recovered (KIP-704). Nobody joins its ISR before.",
            ),
            Term::Reassignment => (
                "reassignment",
                "A partition moves to other replicas: they are added at once, and when all of them \
                 are in the ISR the old ones go.",
            ),
            Term::Znode => (
                "znode, zkVersion",
                "ZooKeeper keeps a partition's leader, epoch and ISR in a znode with a version. A \
                 leader can change the ISR only with the current zkVersion: an old one is refused.",
            ),
            Term::Election => (
                "election",
                "When a leader dies, the first live replica that is in the ISR, in the order of \
                 the assignment, leads. The ISR becomes its live members.",
            ),
            Term::PreferredLeader => (
                "preferred leader",
                "The first replica of a partition's assignment. It gets the lead back on request, \
                 or when auto.leader.rebalance.enable finds too many elsewhere.",
            ),
            Term::Unclean => (
                "unclean election",
                "With nobody of the ISR alive, unclean.leader.election.enable lets any replica \
                 lead: the partition is available again, and what that replica lacks is lost.",
            ),
            Term::ControlledShutdown => (
                "controlled shutdown",
                "A clean stop: the broker hands its leads over first, then writes its HW and \
                 flushes its logs. Nothing is lost by it.",
            ),
            Term::PageCache => (
                "page cache",
                "The operating system's memory of what was written. It survives the death of the \
                 process, not a power loss: then only what was flushed is left.",
            ),
            Term::Simplified => (
                "simplified",
                "Something was done that a real cluster would not let happen just so, to tell a \
                 known story in fewer steps. The banner says what.",
            ),
            Term::ByHand => (
                "script, by hand",
                "The script plays the same every time. Whatever you do yourself grows a branch \
                 from here: nothing is lost, and you can go back.",
            ),
            Term::Held => (
                "held",
                "How many of the expectations that the scenario states for this step are true.",
            ),
        };
        Explained::new(name, text)
    }

    fn sign(&self, sign: Sign) -> &'static str {
        match sign {
            Sign::Hw => "The HW of this replica: what is left of the bar is committed.",
            Sign::Edge => {
                "The edge of a record below the HW, and the end of a log (the LEO). Left of the \
                 brokers, the way of a request or reply."
            }
            Sign::OpenEdge => "The edge of a record that is not below this replica's HW yet.",
            Sign::Segment => "A new segment file begins here.",
            Sign::Lost => "Here the leader should have this record: it was promised and is gone.",
            Sign::Differs => "This record is not the one that the leader has at this offset.",
            Sign::Gap => "Offsets are left out here for want of room.",
            Sign::Was => {
                "The last step changed this: the new number stands before the sign, the old one, \
                 where it is shown, behind it."
            }
            Sign::Mark => {
                "The last step changed or used this number. Below, the formulas carry the same \
                 letter wherever they read it."
            }
            Sign::Leader => {
                "This replica leads. In the timeline: a leader was elected in this step."
            }
            Sign::Follower => {
                "This replica follows. At a record: its producer asked for no answer."
            }
            Sign::Idle => "This replica has not been told yet whether to lead or to follow.",
            Sign::Down => {
                "This broker is down; its row shows what is on its disk. In the timeline: one went down."
            }
            Sign::Paused => "This broker is paused: its process runs, but does nothing.",
            Sign::Chosen => "The broker, the producer or the line that you have chosen.",
            Sign::Here => {
                "The partition on the screen. Before a broker's name: marked for a power loss."
            }
            Sign::There => "Another partition of the topic.",
            Sign::NotInIsr => "This follower is not in the ISR: the HW need not wait for it.",
            Sign::Wire => {
                "Who sends to whom. A line beside the brokers is a request or a reply on its way; \
                 one that ends in a cross has vanished."
            }
            Sign::Moving => "A request or records on their way between two brokers.",
            Sign::Held => "The leader holds this follower's fetch: it is parked.",
            Sign::Cut => "In the timeline: a log was truncated in this step.",
            Sign::Yes => {
                "At a record: acknowledged. At a reply: it has arrived. Before a number: so many \
                 expectations held."
            }
            Sign::Waiting => "At a record: its producer waits.",
            Sign::No => "At a record: its producer was told an error. At a key: not possible now.",
            Sign::Masked => "The answer to the question: it shows with the next step.",
            Sign::Unknown => {
                "A remote LEO of -1: the follower has not fetched from this leader yet, or its \
                 last fetch could not be read."
            }
        }
    }
}
