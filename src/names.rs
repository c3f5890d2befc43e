//! What people call things. The engine knows numbers; a scenario and the screen know names.

use crate::engine::types::*;

/// The names of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The topic.
    pub topic: String,
    /// The brokers, by id.
    pub brokers: Vec<String>,
    /// The producers, by id.
    pub producers: Vec<String>,
    /// The consumers, by id.
    pub consumers: Vec<String>,
    /// The values that have a name, by number. Others are called `m1`, `m2`, … by number.
    pub values: Vec<String>,
}

impl Names {
    /// Names for a cluster that nobody named: brokers A, B, C, …, topic `orders`, clients p1, c1.
    pub fn plain(brokers: usize) -> Self {
        Names {
            topic: "orders".into(),
            brokers: (0..brokers.min(MAX_BROKERS))
                .map(|b| char::from(b'A' + b as u8).to_string())
                .collect(),
            producers: vec!["p1".into()],
            consumers: vec!["c1".into()],
            values: Vec::new(),
        }
    }

    /// A broker's name.
    pub fn broker(&self, broker: BrokerId) -> &str {
        self.brokers.get(broker.index()).map_or("?", String::as_str)
    }

    /// A producer's name.
    pub fn producer(&self, producer: ProducerId) -> &str {
        self.producers.get(producer.index()).map_or("?", String::as_str)
    }

    /// A consumer's name.
    pub fn consumer(&self, consumer: ConsumerId) -> &str {
        self.consumers.get(consumer.index()).map_or("?", String::as_str)
    }

    /// A value's text.
    pub fn value(&self, value: Value) -> String {
        match self.values.get(value.0 as usize) {
            Some(name) => name.clone(),
            None => format!("m{}", value.0 as usize + 1),
        }
    }

    /// A partition as Kafka's directories spell it: `orders-0`.
    pub fn partition(&self, partition: PartitionId) -> String {
        format!("{}-{}", self.topic, partition.0)
    }

    /// The names of a set of brokers, in the order of a partition's assignment.
    pub fn set(&self, set: BrokerSet, order: &[BrokerId]) -> Vec<&str> {
        let assigned = order.iter().copied().filter(|b| set.contains(*b));
        let others = set.iter().filter(|b| !order.contains(b));
        assigned.chain(others).map(|b| self.broker(b)).collect()
    }

    /// The number of the value with this text, if one has it.
    pub fn find_value(&self, text: &str) -> Option<Value> {
        self.values.iter().position(|v| v == text).map(|at| Value(at as u16))
    }

    /// The number for a value with this text: an old one if it has been named before. `None` once
    /// [`MAX_VALUES`] are in use.
    pub fn intern_value(&mut self, text: &str) -> Option<Value> {
        if let Some(value) = self.find_value(text) {
            return Some(value);
        }
        if self.values.len() >= MAX_VALUES {
            return None;
        }
        self.values.push(text.to_owned());
        Some(Value(self.values.len() as u16 - 1))
    }

    /// A value that nobody has used yet, called `m` and the lowest free number.
    pub fn fresh_value(&mut self) -> Option<Value> {
        let n = (1..).find(|n| self.find_value(&format!("m{n}")).is_none())?;
        self.intern_value(&format!("m{n}"))
    }
}
