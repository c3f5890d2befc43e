//! What is wrong with a scenario file, in Chinese.

use std::io::ErrorKind;

use super::Chinese;
use crate::glyphs::Glyphs;
use crate::lang::{Context, EventWords, FaultWords};
use crate::scenario::fault::{
    Contradiction, Expected, FaultKind, Figure, Form, Found, Inside, Kind, List, Noun, Said, Takes,
    Unit, Wanted, nearest,
};

impl FaultWords for Chinese {
    fn fault(&self, fault: &FaultKind) -> String {
        let text = match fault {
            FaultKind::Unreadable { kind, message } => {
                let why = match kind {
                    ErrorKind::NotFound => "文件不存在",
                    ErrorKind::PermissionDenied => "没有读取权限",
                    ErrorKind::IsADirectory => "这是一个文件夹",
                    _ => message,
                };
                format!("无法读取文件：{why}")
            }
            FaultKind::NotAFile => "这不是文件，而是管道、套接字或设备".into(),
            FaultKind::FileTooLarge { max } => format!("文件大于 {max} 字节"),
            FaultKind::NotUtf8 { byte } => {
                format!("文件不是 UTF-8：字节 {byte:#04x} 不能出现在这里")
            }
            FaultKind::Form(form) => self::form(form),
            FaultKind::Unknown { what, found, inside, .. } => {
                format!("{}没有叫 {found:?} 的{}", within(inside), noun(*what))
            }
            FaultKind::Missing { field, inside } => {
                format!("{}缺少字段 {field:?}", within(inside))
            }
            FaultKind::Twice { what, found, inside } => {
                format!("{}{} {found:?} 出现了两次", within(inside), noun(*what))
            }
            FaultKind::EmptyText(text) => format!("{}不能为空", said(*text)),
            FaultKind::EmptyList(what) => format!("{}不能为空", list(*what)),
            FaultKind::TooMany { what, found, max } => {
                format!("{}有 {found} 个：最多 {max} 个", members(*what))
            }
            FaultKind::TooLong { what, found, max, unit } => {
                let unit = match unit {
                    Unit::Columns => "列",
                    Unit::Characters => "个字符",
                };
                format!("{}占 {found} {unit}：最多 {max} {unit}", said(*what))
            }
            FaultKind::OutOfBounds { what, found, min, max } => {
                let what = match what {
                    Figure::Setting(name) => name,
                    Figure::Field(name) => *name,
                    Figure::LeaderEpoch => "leader epoch",
                    Figure::RemoteLeo => "remote LEO",
                    Figure::BurstCount => "一次 Burst 的消息数",
                    Figure::Time => "到这里经过的时间（ms）",
                };
                format!("{}是 {found}：必须在 {min} 到 {max} 之间", apart(what))
            }
            FaultKind::WrongValue { what, takes, found } => {
                let takes = match takes {
                    Takes::Bool => " true 或 false".to_owned(),
                    Takes::Number => "整数".to_owned(),
                    Takes::Acks => " \"all\"、0、1，0.8.2 中也可以是不超过 9 的副本数".to_owned(),
                    Takes::Word(words) => format!(" \"{}\"", words.join("\"、\"")),
                };
                format!("{what} 只接受{takes}，不接受 {found}")
            }
            FaultKind::Character { what, found } => format!(
                "{}不能包含 U+{:04X}（{}）",
                said(*what),
                u32::from(*found),
                character(*found)
            ),
            FaultKind::Placeholder { found, word, wants } => {
                let wants = match wants {
                    Wanted::Nothing => "后面不能有东西",
                    Wanted::Broker => "后面要有一个 broker",
                    Wanted::TwoBrokers => "后面要有两个 broker",
                    Wanted::Value => "后面要有一个值",
                    Wanted::Producer => "后面要有一个 producer",
                    Wanted::Consumer => "后面要有一个 consumer",
                };
                format!("{{{found}}} 不是占位符：{word:?} {wants}")
            }
            FaultKind::LoneBrace { found } => format!("{found:?} 只是半个占位符"),
            FaultKind::KeyTaken { key, action, taken_by, place: Some(_) } => {
                format!("{key:?} 不能既是 {taken_by} 又是 {action}")
            }
            FaultKind::KeyTaken { key, action, taken_by, place: None } => {
                format!("{key:?} 不能是 {action}：它默认是 {taken_by}")
            }
            FaultKind::KeyFixed { key, action } => format!("{key:?} 始终是 {action}"),
            FaultKind::ActionFixed { action, keys } => format!("{action} 始终是 {keys}"),
            FaultKind::Contradiction(what) => contradiction(what),
            FaultKind::Impossible { step, refusal, cast } => {
                let cx = Context::new(&cast.names, &cast.setup, &Glyphs::UNICODE);
                format!("第 {step} 步不可能发生：{}", self.refusal(&cx, *refusal))
            }
        };
        // A word in Latin letters keeps a space beside it, which at an end of the sentence is not wanted.
        text.trim().to_owned()
    }

    fn fault_help(&self, fault: &FaultKind) -> Option<String> {
        match fault {
            FaultKind::Form(form) => form_help(form).map(str::to_owned),
            FaultKind::Contradiction(what) => contradiction_help(what),
            FaultKind::Unknown { found, valid, .. } => Some(match nearest(found, valid) {
                _ if valid.is_empty() => "一个也没有".into(),
                Some(near) if valid.len() > 1 => {
                    format!("是不是 {near:?}？可用的有：{}", valid.join(", "))
                }
                Some(near) => format!("是不是 {near:?}？"),
                None => format!("可用的有：{}", valid.join(", ")),
            }),
            FaultKind::Placeholder { .. } | FaultKind::LoneBrace { .. } => {
                Some("占位符写作 {hw A}；要写花括号本身，请用 {{ 和 }}".into())
            }
            FaultKind::KeyTaken { taken_by, place: None, .. } => {
                Some(format!("请同时给 {taken_by} 换别的键，或不给键：{taken_by:?}: []"))
            }
            FaultKind::NotAFile => {
                Some("`run -` 和 `check -` 读取标准输入，标准输入可以是管道".into())
            }
            FaultKind::NotUtf8 { .. } => Some("请把文件存为 UTF-8".into()),
            FaultKind::Unreadable { .. }
            | FaultKind::FileTooLarge { .. }
            | FaultKind::Missing { .. }
            | FaultKind::Twice { .. }
            | FaultKind::EmptyText(_)
            | FaultKind::EmptyList(_)
            | FaultKind::TooMany { .. }
            | FaultKind::TooLong { .. }
            | FaultKind::OutOfBounds { .. }
            | FaultKind::WrongValue { .. }
            | FaultKind::Character { .. }
            | FaultKind::KeyTaken { .. }
            | FaultKind::KeyFixed { .. }
            | FaultKind::ActionFixed { .. }
            | FaultKind::Impossible { .. } => None,
        }
    }

    fn faults(&self, count: usize, file: &str) -> String {
        format!("{file} 有 {count} 处错误")
    }
}

/// A name with a space behind it, if it ends in no Chinese.
fn apart(name: &str) -> String {
    let space = if name.ends_with(|c: char| c.is_ascii()) { " " } else { "" };
    format!("{name}{space}")
}

fn noun(noun: Noun) -> &'static str {
    match noun {
        Noun::Release => "版本",
        Noun::Broker => " broker",
        Noun::Producer => " producer",
        Noun::Consumer => " consumer",
        Noun::Partition => "分区",
        Noun::End => "连接的一端",
        Noun::Setting => "配置",
        Noun::Value => "值",
        Noun::KafkaError => " Kafka 错误",
        Noun::Property => "性质",
        Noun::Verdict => "结论",
        Noun::Branch => "分支",
        Noun::Quantity => "量",
        Noun::Field => "字段",
        Noun::Action => "动作",
        Noun::Expectation => "期望",
        Noun::Choice => "选项",
        Noun::Language => "语言",
        Noun::Theme => "配色",
        Noun::SignSet => "符号集",
        Noun::Key => "按键",
    }
}

fn within(inside: &Option<Inside>) -> String {
    inside.as_ref().map(|inside| format!("{}中", place(inside))).unwrap_or_default()
}

fn place(inside: &Inside) -> String {
    match inside {
        Inside::Scenario => "场景".into(),
        Inside::Configuration => "配置文件".into(),
        Inside::Start => "`start` ".into(),
        Inside::Controller => "`controller` ".into(),
        Inside::Ask => "`ask` ".into(),
        Inside::Step => "步骤".into(),
        Inside::Partition => "分区".into(),
        Inside::Replica => "副本".into(),
        Inside::Text => "文本".into(),
        Inside::Record => "消息".into(),
        Inside::Action => "动作".into(),
        Inside::Expectation => "期望".into(),
        Inside::Arguments(name) => format!("{name}(…) "),
        Inside::Assignment => "这个分配".into(),
        Inside::List => "这个列表".into(),
    }
}

fn said(text: Said) -> &'static str {
    match text {
        Said::BrokerName => "broker 的名字",
        Said::ProducerName => "producer 的名字",
        Said::ConsumerName => "consumer 的名字",
        Said::TopicName => "topic 的名字",
        Said::Value => "值",
        Said::Title => "标题",
        Said::Summary => "摘要",
        Said::Narration => "旁白",
        Said::Question => "问题",
        Said::BranchName => "分支名",
        Said::Note => "备注",
    }
}

/// A list that is empty.
fn list(list: List) -> &'static str {
    match list {
        List::Brokers => "broker 列表",
        List::Producers => "producer 列表",
        List::Consumers => "consumer 列表",
        List::Partitions => "分配",
        List::Replicas => "分区的副本列表",
        List::Records => "日志",
        List::Values => "值的列表",
        List::Burst => "Burst ",
        List::Steps => "步骤列表",
        List::Actions => "动作列表",
        List::Expectations => "期望列表",
        List::Branches => "分支列表",
    }
}

/// What there are too many of.
fn members(list: List) -> &'static str {
    match list {
        List::Brokers => "broker ",
        List::Producers => "producer ",
        List::Consumers => "consumer ",
        List::Partitions => "分区",
        List::Replicas => "副本",
        List::Records => "消息",
        List::Values => "不同的值",
        List::Burst => "一次 Burst 的消息",
        List::Steps => "步骤",
        List::Actions => "动作",
        List::Expectations => "期望",
        List::Branches => "分支",
    }
}

fn character(c: char) -> &'static str {
    match c {
        '\t' => "制表符",
        '\n' => "换行",
        c if c.is_control() => "控制字符",
        '\u{2028}' | '\u{2029}' => "行或段落分隔符",
        '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{061C}'
        | '\u{200E}'
        | '\u{200F}' => "改变文字方向",
        c if c.is_whitespace() => "空白",
        '{' | '}' => "花括号",
        _ => "不可见",
    }
}

fn form(form: &Form) -> String {
    match form {
        Form::Empty => "文件是空的".into(),
        Form::NotClosed { bracket } => format!("这个 {bracket} 没有闭合"),
        Form::ClosingQuote => "这段文本似乎缺少结尾的 \"".into(),
        Form::TextWithoutEnd => "这段文本没有结尾的 \"".into(),
        Form::CommentWithoutEnd => "注释没有结束".into(),
        Form::Expected { expected, .. } => format!("这里应该是{}", self::expected(expected)),
        Form::Misplaced { .. } => "这不能出现在这里".into(),
        Form::WrongKind { expected: Kind::Plain, found } => {
            format!("{}不能出现在这里", self::found(found))
        }
        Form::WrongKind { expected, found } => {
            format!("这里应该是{}，而不是{}", kind(*expected), self::found(found))
        }
        Form::Arguments { name, wanted, found } => {
            format!("{name} 需要 {wanted} 个参数，而不是 {found} 个")
        }
        Form::Length { wanted, found } => format!("( ) 中应该有 {wanted} 个值，而不是 {found} 个"),
        Form::Number => "这个数小于 0，或者超出了这里允许的范围".into(),
        Form::Digit => "这不能出现在数字里".into(),
        Form::Escape => "文本里没有这样的 \\ 转义".into(),
        Form::NoCharacter { code } => format!("U+{code:04X} 不是字符"),
        Form::Trailing => "文件在这之前就该结束了".into(),
        Form::TooDeep => "嵌套太深".into(),
        Form::Extension { name } => format!("RON 没有叫 {name:?} 的扩展"),
        Form::Other(message) => format!("RON：{message}"),
    }
}

fn form_help(form: &Form) -> Option<&'static str> {
    const ASCII: &str = "文本之外的标点是半角的：, : ( ) [ ] { } \"";
    match form {
        Form::Empty => Some("docs/scenario-format.md 的开头有一个小场景"),
        Form::ClosingQuote => Some("文本可以跨行，但这一段结束得很奇怪"),
        Form::Escape => Some("可用的有 \\\" \\\\ \\n 和 \\u{6c34}"),
        Form::NoCharacter { .. } => Some("一个字符只有一个编号，即使别的格式把它写成一对"),
        Form::Misplaced { full_width: true } | Form::Expected { full_width: true, .. } => {
            Some(ASCII)
        }
        Form::Expected { expected, .. } => match expected {
            Expected::Comma => Some("这之前缺少逗号"),
            Expected::Fields(Inside::Scenario | Inside::Configuration) => {
                Some("文件以 ( 开头，以 ) 结尾")
            }
            Expected::Parenthesis => Some("可能多了一个参数"),
            Expected::Number
            | Expected::Bool
            | Expected::Text
            | Expected::List
            | Expected::Map
            | Expected::Arguments
            | Expected::Fields(_)
            | Expected::Name
            | Expected::Colon
            | Expected::Bracket
            | Expected::Brace => None,
        },
        Form::NotClosed { .. }
        | Form::TextWithoutEnd
        | Form::CommentWithoutEnd
        | Form::Misplaced { .. }
        | Form::WrongKind { .. }
        | Form::Arguments { .. }
        | Form::Length { .. }
        | Form::Number
        | Form::Digit
        | Form::Trailing
        | Form::TooDeep
        | Form::Extension { .. }
        | Form::Other(_) => None,
    }
}

fn expected(expected: &Expected) -> String {
    match expected {
        Expected::Number => "从 0 开始的整数".into(),
        Expected::Bool => " true 或 false".into(),
        Expected::Text => "双引号中的文本".into(),
        Expected::List => " [ ] 中的列表".into(),
        Expected::Map => " { } 中的映射".into(),
        Expected::Arguments => " ( ) 中的参数".into(),
        Expected::Fields(what) => format!(" ( ) 中的{}", place(what)),
        Expected::Name => "名字".into(),
        Expected::Comma => "逗号".into(),
        Expected::Colon => "冒号和值".into(),
        Expected::Parenthesis => "结尾的 )".into(),
        Expected::Bracket => "结尾的 ]".into(),
        Expected::Brace => "结尾的 }".into(),
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "文本，或 (en: \"…\", zh: \"…\")",
        Kind::Record => "值，或 (offset: 0, epoch: 0, value: \"…\")",
        Kind::Send => "值，如 Send(\"m1\")，或 Send(value: \"m1\", by: \"p1\")",
        Kind::Burst => "数字，如 Burst(5)，或若干值，如 Burst([\"m1\", \"m2\"])",
        Kind::Acks => " acks，如 Acks(\"all\")，或 Acks(acks: \"all\", of: \"p1\")",
        Kind::Consume => " consumer，如 Consume(\"c1\")，或 Consume(by: \"c1\", from: \"A\")",
        Kind::Values => "值，或 [ ] 中的若干值",
        Kind::Scalar => "从 0 开始的整数、true、false 或文本",
        Kind::Map => " { } 中的映射",
        Kind::Plain => "别的东西",
    }
}

fn found(found: &Found) -> String {
    match found {
        Found::Number(number) => format!("数字 {number} "),
        Found::Bool(value) => format!(" {value} "),
        Found::Text(text) => format!("文本 {text} "),
        Found::Character(c) => format!("字符 {c} "),
        Found::List => "列表".into(),
        Found::Fields => "字段".into(),
        Found::Option => " ()、Some(…) 或 None ".into(),
        Found::Other => "别的东西".into(),
    }
}

fn contradiction(what: &Contradiction) -> String {
    match what {
        Contradiction::ReplicationFactor { replicas, brokers } => {
            format!("副本因子是 {replicas}，但只有 {brokers} 个 broker")
        }
        Contradiction::NoReplica { broker, partition, .. } => {
            format!("{broker} 没有分区 {partition} 的副本")
        }
        Contradiction::NoIdempotence(release) => {
            format!("{release} 没有幂等生产者：0.11 才有")
        }
        Contradiction::IdempotenceAcks => "幂等生产者必须用 acks \"all\"".into(),
        Contradiction::IdempotenceRetries => "幂等生产者的 retries 必须大于 0".into(),
        Contradiction::NeverChanges(name) => {
            format!("{name} 从不改变：没有什么可期望的")
        }
        Contradiction::Fixed(name) => format!("{name} 不能在集群运行时改变"),
        Contradiction::CountOrValues => "Burst 要么给数量，要么给值".into(),
        Contradiction::PreferredDown { broker, partition } => {
            format!("{broker} 是分区 {partition} 的 Leader，却已宕机")
        }
        Contradiction::LeaderDown(broker) => format!("{broker} 是 Leader，却已宕机"),
        Contradiction::LeaderNotInIsr(broker) => format!("{broker} 是 Leader，却不在 ISR 中"),
        Contradiction::HwWhileDown => "宕机的 broker 内存里没有 HW".into(),
        Contradiction::Offset { found, expected, .. } => {
            format!("offset {found} 接不上：这里应该是 {expected}")
        }
        Contradiction::EpochFalls { found, before } => {
            format!("epoch {found} 接不上：前一条消息的 epoch 是 {before}")
        }
        Contradiction::EpochNotBegun { found, .. } => format!("epoch {found} 还没有开始"),
        Contradiction::EntryOrder { epoch, start } => {
            format!("条目 ({epoch}, {start}) 接不上前一条")
        }
        Contradiction::EntryNotBegun { found, current } => {
            format!("epoch {found} 还没有开始：分区的 epoch 是 {current}")
        }
        Contradiction::EntryBeyondLog { epoch, start, leo } => {
            format!("epoch {epoch} 从 {start} 开始，超出了日志末端：LEO 是 {leo}")
        }
        Contradiction::RemoteOfFollower => "只有 Leader 知道 remote LEO".into(),
        Contradiction::RemoteOfItself(broker) => {
            format!("{broker} 是 Leader：remote LEO 只属于它的 Follower")
        }
    }
}

fn contradiction_help(what: &Contradiction) -> Option<String> {
    Some(match what {
        Contradiction::NoReplica { replicas, .. } => {
            format!("它的副本在 {} 上", replicas.join("、"))
        }
        Contradiction::Fixed(_) => {
            "请写在场景的 `settings` 里；可以改变的是 min.insync.replicas 和 \
                                    unclean.leader.election.enable"
                .into()
        }
        Contradiction::PreferredDown { partition, .. } => {
            format!("请在 `partitions: {{ {partition}: (…) }}` 里写明谁是 Leader")
        }
        Contradiction::LeaderDown(_) => "没有 Leader 时不要写 `leader`".into(),
        Contradiction::HwWhileDown => "它启动时用的是 `hw_on_disk`".into(),
        Contradiction::Offset { first: true, .. } => "第一条消息在 `log_start`，没写就是 0".into(),
        Contradiction::Offset { first: false, .. } => "offset 逐一递增，没有空缺".into(),
        Contradiction::EpochFalls { .. } => "日志里的 epoch 不会变小".into(),
        Contradiction::EpochNotBegun { current, .. } => {
            format!("分区的 epoch 是 {current}")
        }
        Contradiction::EntryOrder { .. }
        | Contradiction::EntryNotBegun { .. }
        | Contradiction::EntryBeyondLog { .. } => "条目是 (epoch, 起始 offset)，旧的在前".into(),
        Contradiction::ReplicationFactor { .. }
        | Contradiction::NoIdempotence(_)
        | Contradiction::IdempotenceAcks
        | Contradiction::IdempotenceRetries
        | Contradiction::NeverChanges(_)
        | Contradiction::CountOrValues
        | Contradiction::LeaderNotInIsr(_)
        | Contradiction::RemoteOfFollower
        | Contradiction::RemoteOfItself(_) => return None,
    })
}
