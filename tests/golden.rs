//! Golden scripts of the engine: what is done, and what followed, side by side. Each file is named
//! by the sentence it shows.
//!
//! After a change that is meant, `UPDATE_GOLDENFILES=1 cargo test --test golden` writes the new
//! outcome; read the difference before you keep it.

use std::error::Error;

use goldenscript::{Command as Line, Context as LineContext, Runner};
use replicascope::command::Command;
use replicascope::engine::setup::Idempotence;
use replicascope::engine::*;
use replicascope::glyphs::Glyphs;
use replicascope::lang::{Context, Lang};
use replicascope::names::Names;
use replicascope::notation::Notation;

test_each_file::test_each_path! { in "./tests/golden" => script }

fn script(path: &std::path::Path) {
    let mut lab = Lab::default();
    goldenscript::run(&mut lab, path).expect("the script runs");
}

/// A cluster that a script talks to. `cluster` makes it; every other line is a command or asks for
/// the state.
#[derive(Default)]
struct Lab {
    cluster: Option<(Setup, Cluster)>,
    names: Option<Names>,
}

type Outcome<T> = Result<T, Box<dyn Error>>;

impl Runner for Lab {
    type Command = Line;

    fn run(&mut self, line: &Line, _context: &LineContext) -> Outcome<String> {
        let mut args = line.consume_args();
        if line.name == "cluster" {
            let release = args.take_key("release").ok_or("release=?")?;
            let replicas = args.take_key("replicas").ok_or("replicas=?")?;
            let rules = rules_for(release).ok_or("unknown release")?.clone();
            let mut names = Names::plain(MAX_BROKERS);
            let assignment: Vec<Vec<BrokerId>> = replicas
                .split('/')
                .map(|partition| brokers(&names, partition.split("").filter(|b| !b.is_empty())))
                .collect::<Outcome<_>>()?;
            let count = assignment.iter().flatten().map(|b| b.0 + 1).max().ok_or("no replica")?;
            names.brokers.truncate(count as usize);
            let mut settings = Settings::defaults(&rules);
            let mut controller = ControllerMode::default();
            while let Some((key, value)) = args.next_key() {
                match key {
                    "min.insync.replicas" => settings.min_isr = value.parse()?,
                    "unclean" => settings.unclean = value.parse()?,
                    "lag.max.messages" => settings.lag_max_messages = value.parse()?,
                    "segment" => settings.segment_records = value.parse()?,
                    "records" => settings.fetch_records = value.parse()?,
                    "retries" => settings.retries = value.parse()?,
                    "idempotence" => {
                        let on = value.parse::<bool>()?;
                        settings.idempotence = if on { Idempotence::On } else { Idempotence::Off };
                    }
                    "notices" => controller.notices_at_once = value.parse()?,
                    "tells" => controller.tells_at_once = value.parse()?,
                    "alters" => controller.alters_at_once = value.parse()?,
                    other => return Err(format!("unknown setting {other}").into()),
                }
            }
            let setup = Setup {
                rules,
                settings,
                brokers: count,
                producers: 1,
                consumers: 1,
                assignment,
                controller,
            };
            let mut cluster = Cluster::new(&setup);
            // The scripts were written for acks=all, not for the default of these releases.
            for producer in cluster.producers.iter_mut() {
                producer.acks = Acks::All;
            }
            self.cluster = Some((setup, cluster));
            self.names = Some(names);
            return Ok(String::new());
        }
        let (setup, cluster) = self.cluster.as_mut().ok_or("no cluster yet")?;
        let names = self.names.as_mut().ok_or("no names yet")?;
        if line.name == "state" {
            let notation = Notation::new(names, setup);
            return Ok(notation.state(cluster));
        }
        let partition = PartitionId(args.take_key("partition").unwrap_or("0").parse()?);
        let to = args.take_key("to").map(|b| broker(names, b)).transpose()?;
        let words: Vec<&str> = std::iter::from_fn(|| args.next_pos()).collect();
        args.reject_next()?;
        let mut out = String::new();
        for command in commands(names, &line.name, &words, partition, to)? {
            let result = command.perform(cluster, setup);
            let cx = Context::new(names, setup, &Glyphs::UNICODE);
            match result {
                Err(refusal) => return Err(Lang::En.refusal(&cx, refusal).into()),
                Ok(happened) => {
                    for happening in happened {
                        let notation = Notation::new(names, setup);
                        out += &format!("{}\n", notation.event(&happening.event));
                        for effect in &happening.effects {
                            let sentence = Lang::En.effect(&cx, effect);
                            out += &format!("  {sentence}\n");
                        }
                    }
                }
            }
        }
        Ok(out)
    }
}

fn broker(names: &Names, name: &str) -> Outcome<BrokerId> {
    let at = names.brokers.iter().position(|b| b == name);
    Ok(BrokerId(at.ok_or_else(|| format!("no broker {name}"))? as u8))
}

fn brokers<'a>(names: &Names, list: impl Iterator<Item = &'a str>) -> Outcome<Vec<BrokerId>> {
    list.map(|b| broker(names, b)).collect()
}

/// The commands that a line of a script stands for.
fn commands(
    names: &mut Names,
    verb: &str,
    words: &[&str],
    partition: PartitionId,
    to: Option<BrokerId>,
) -> Outcome<Vec<Command>> {
    let producer = ProducerId(0);
    if verb == "send" {
        let value = |v: &&str| names.intern_value(v).ok_or("too many values");
        let values: Vec<Value> = words.iter().map(value).collect::<Result<_, _>>()?;
        let send = |value| Command::Event(Event::Send { producer, partition, value, to });
        return Ok(values.into_iter().map(send).collect());
    }
    let each = |make: &dyn Fn(BrokerId) -> Command| -> Outcome<Vec<Command>> {
        Ok(brokers(names, words.iter().copied())?.into_iter().map(make).collect())
    };
    let event = |make: fn(BrokerId) -> Event| each(&move |b| Command::Event(make(b)));
    let first = || words.first().copied().ok_or("one more word");
    let one = |event| Ok(vec![Command::Event(event)]);
    match verb {
        "fetch" => each(&|broker| Command::Fetch { broker, partition }),
        "phase" => each(&|broker| Command::Phase { broker, partition }),
        "request" => each(&|broker| Command::Event(Event::Request { broker, partition })),
        "serve" => each(&|broker| Command::Event(Event::Serve { broker, partition })),
        "reply" => each(&|broker| Command::Event(Event::Reply { broker, partition })),
        "kill" => event(|broker| Event::Kill { broker }),
        "stop" => event(|broker| Event::Stop { broker }),
        "start" => event(|broker| Event::Start { broker }),
        "restart-unnoticed" => event(|broker| Event::RestartUnnoticed { broker }),
        "wipe" => event(|broker| Event::Wipe { broker }),
        "flush" => event(|broker| Event::Flush { broker }),
        "checkpoint" => event(|broker| Event::CheckpointHw { broker }),
        "notice" => event(|broker| Event::Notice { broker }),
        "tell" => event(|broker| Event::Tell { broker }),
        "power-loss" | "power-loss-unnoticed" => {
            let brokers = brokers(names, words.iter().copied())?.into_iter().collect();
            one(Event::PowerLoss { brokers, noticed: verb == "power-loss" })
        }
        "advance" => one(Event::Advance { ms: first()?.parse()? }),
        "next-due" => Ok(vec![Command::NextDue]),
        "consume" => one(Event::Consume { consumer: ConsumerId(0), partition, from: to }),
        "seek-to-beginning" | "seek-to-end" => {
            let to = if verb == "seek-to-end" { Whence::End } else { Whence::Beginning };
            one(Event::Seek { consumer: ConsumerId(0), partition, to })
        }
        "elect-preferred" => one(Event::ElectPreferred { partition }),
        "elect-unclean" => one(Event::ElectUnclean { partition }),
        "acks" => {
            let acks = match first()? {
                "0" => Acks::None,
                "1" => Acks::Leader,
                "all" => Acks::All,
                n => Acks::Count(n.parse()?),
            };
            one(Event::SetAcks { producer, acks })
        }
        "min-isr" => one(Event::SetMinIsr(first()?.parse()?)),
        "unclean" => one(Event::SetUnclean(first()?.parse()?)),
        other => Err(format!("unknown command {other}").into()),
    }
}

#[test]
fn every_script_that_the_page_of_properties_names_breaks_the_property() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = include_str!("../docs/properties.md");
    let mut named = 0;
    for property in Property::ALL {
        let start = format!("| `{}` |", property.name());
        let row = page.lines().find(|line| line.starts_with(&start)).expect("a row");
        for cell in row.split('|').skip(3) {
            let Some(name) = cell.trim().strip_prefix('`').and_then(|c| c.strip_suffix('`')) else {
                continue;
            };
            let script = std::fs::read_to_string(folder.join("tests/golden").join(name));
            let script = script.unwrap_or_else(|error| panic!("{name}: {error}"));
            let broken = format!("BROKEN: {}", Lang::En.words().property(property));
            assert!(script.contains(&broken), "{name} does not break {}", property.name());
            named += 1;
        }
    }
    assert!(named >= 8, "only {named} scripts are named");
}
