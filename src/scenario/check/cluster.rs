//! The release, brokers, clients, assignment and settings.

use super::{Checker, find};
use crate::engine::*;
use crate::scenario::fault::{Contradiction, FaultKind, Inside, List, Noun, Said, Takes};
use crate::scenario::outline::Place;
use crate::scenario::quantity::parse_acks;
use crate::scenario::schema::{ControllerFile, Pairs, Scalar, ScenarioFile, When};
use crate::scenario::settings::Setting;

/// How eagerly the controller acts. By default it does all at once.
pub(super) fn controller(file: Option<&ControllerFile>) -> ControllerMode {
    let at_once = |when: Option<When>| when != Some(When::ByStep);
    ControllerMode {
        notices_at_once: at_once(file.and_then(|c| c.notices)),
        tells_at_once: at_once(file.and_then(|c| c.tells)),
        alters_at_once: at_once(file.and_then(|c| c.alters)),
    }
}

impl Checker<'_> {
    pub(super) fn release(&mut self, release: &str, place: Place) -> Option<&'static Rules> {
        let rules = rules_for(release);
        if rules.is_none() {
            self.unknown(Noun::Release, release, releases().map(str::to_owned).collect(), place);
        }
        rules
    }

    pub(super) fn brokers(&mut self, brokers: &[String], place: Place) {
        self.names.brokers = self.distinct(Noun::Broker, brokers, MAX_BROKERS, place);
    }

    pub(super) fn topic(&mut self, topic: Option<&str>, place: Place) {
        let topic = topic.unwrap_or("orders");
        self.name(Said::TopicName, topic, place);
        self.names.topic = topic.to_owned();
    }

    pub(super) fn clients(&mut self, file: &ScenarioFile, place: Place) {
        self.names.producers = match &file.producers {
            Some(names) => {
                let place = place.field("producers");
                self.distinct(Noun::Producer, names, MAX_CLIENTS, place)
            }
            None => vec!["p1".into()],
        };
        self.names.consumers = match &file.consumers {
            Some(names) => {
                let place = place.field("consumers");
                self.distinct(Noun::Consumer, names, MAX_CLIENTS, place)
            }
            None => vec!["c1".into()],
        };
    }

    /// A list of names in which none stands twice. Clients may be none, brokers not.
    fn distinct(&mut self, what: Noun, names: &[String], max: usize, place: Place) -> Vec<String> {
        let (list, said) = match what {
            Noun::Producer => (List::Producers, Said::ProducerName),
            Noun::Consumer => (List::Consumers, Said::ConsumerName),
            _ => (List::Brokers, Said::BrokerName),
        };
        if names.is_empty() && what == Noun::Broker {
            self.fault(place.span(), FaultKind::EmptyList(list));
        }
        if names.len() > max {
            let kind = FaultKind::TooMany { what: list, found: names.len(), max };
            self.fault(place.item(max).span(), kind);
        }
        let names = &names[..names.len().min(max)];
        for (at, name) in names.iter().enumerate() {
            self.name(said, name, place.item(at));
            if find(&names[..at], name).is_some() {
                let kind = FaultKind::Twice { what, found: name.clone(), inside: None };
                self.fault(place.item(at).span(), kind);
            }
        }
        names.to_vec()
    }

    /// By default one partition with a replica on each broker, the first one preferred.
    pub(super) fn assignment(&mut self, assignment: Option<&[Vec<String>]>, place: Place) {
        let Some(partitions) = assignment else {
            self.assignment = vec![BrokerSet::first(self.names.brokers.len()).iter().collect()];
            return;
        };
        let place = place.field("assignment");
        if partitions.is_empty() {
            self.fault(place.span(), FaultKind::EmptyList(List::Partitions));
        }
        if partitions.len() > MAX_PARTITIONS {
            let (found, max) = (partitions.len(), MAX_PARTITIONS);
            let kind = FaultKind::TooMany { what: List::Partitions, found, max };
            self.fault(place.item(max).span(), kind);
        }
        for (at, names) in partitions.iter().take(MAX_PARTITIONS).enumerate() {
            let replicas = self.replicas(names, place.item(at));
            self.assignment.push(replicas);
        }
    }

    fn replicas(&mut self, names: &[String], place: Place) -> Vec<BrokerId> {
        if names.is_empty() {
            self.fault(place.span(), FaultKind::EmptyList(List::Replicas));
        }
        let mut replicas = Vec::new();
        let before = self.faults.len();
        for (at, name) in names.iter().enumerate() {
            let Some(broker) = self.broker(name, place.item(at)) else { continue };
            if replicas.contains(&broker) {
                let inside = Some(Inside::Assignment);
                let kind = FaultKind::Twice { what: Noun::Broker, found: name.clone(), inside };
                self.fault(place.item(at).span(), kind);
            } else {
                replicas.push(broker);
            }
        }
        let brokers = self.names.brokers.len();
        if names.len() > brokers && self.faults.len() > before {
            let replicas = names.len();
            self.contradiction(
                place.span(),
                Contradiction::ReplicationFactor { replicas, brokers },
            );
        }
        replicas
    }

    pub(super) fn settings(
        &mut self,
        settings: &Pairs<String, Scalar>,
        place: Place,
    ) -> Vec<(Setting, u32)> {
        let mut given: Vec<(Setting, u32)> = Vec::new();
        for (at, (name, value)) in settings.0.iter().enumerate() {
            let entry = place.item(at);
            let Some(pair) = self.setting(name, value, entry.key(), entry) else { continue };
            if given.iter().any(|(setting, _)| *setting == pair.0) {
                let kind =
                    FaultKind::Twice { what: Noun::Setting, found: name.clone(), inside: None };
                self.fault(entry.key(), kind);
            }
            given.push(pair);
        }
        given
    }

    /// Idempotence needs a release that has it, and `acks=all`.
    pub(super) fn idempotence(
        &mut self,
        rules: Option<&Rules>,
        given: &[(Setting, u32)],
        acks: Option<Acks>,
        place: Place,
    ) {
        if !given.contains(&(Setting::Idempotence, 1)) {
            return;
        }
        let at = place.field("settings").field("enable.idempotence");
        if let Some(rules) = rules.filter(|rules| rules.idempotence.is_none()) {
            self.contradiction(at.span(), Contradiction::NoIdempotence(rules.release.to_owned()));
        }
        if given.contains(&(Setting::Retries, 0)) {
            let at = place.field("settings").field("retries");
            self.contradiction(at.span(), Contradiction::IdempotenceRetries);
        }
        if acks.is_some_and(|acks| acks != Acks::All) {
            self.contradiction(place.field("acks").span(), Contradiction::IdempotenceAcks);
        }
    }

    pub(super) fn acks(&mut self, acks: &Scalar, place: Place) -> Option<Acks> {
        let parsed = match acks {
            Scalar::Text(text) => parse_acks(text),
            Scalar::Number(n) => parse_acks(&n.to_string()),
            Scalar::Bool(_) => None,
        };
        if parsed.is_none() {
            let kind = FaultKind::WrongValue {
                what: "acks".into(),
                takes: Takes::Acks,
                found: super::clip(&acks.to_string()),
            };
            self.fault(place.span(), kind);
        }
        parsed
    }
}
