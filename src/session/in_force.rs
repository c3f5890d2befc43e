//! What is in force at a step: each setting and each producer's `acks`, with where they come from.

use super::Session;
use crate::engine::state::Producer;
use crate::engine::*;
use crate::scenario::settings::{self, InForce, Origin, Setting, SettingValue};
use crate::timeline::NodeId;

/// A producer's `acks`, with where they come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AcksInForce {
    /// The producer.
    pub producer: ProducerId,
    /// What they are now.
    pub now: Acks,
    /// The release's default.
    pub default: Acks,
    /// Where they come from.
    pub origin: Origin,
}

impl Session {
    /// Every setting that is in force here, and why with its value.
    pub fn settings(&self) -> Vec<InForce> {
        let rules = &self.setup().rules;
        let defaults = Settings::defaults(rules);
        let line = |&(setting, name): &(Setting, &'static str)| {
            if !setting.is_asked(rules) {
                let unset = SettingValue::Unset;
                return InForce {
                    setting,
                    name,
                    now: unset,
                    default: unset,
                    origin: Origin::NotAsked,
                };
            }
            let value = |state: &Cluster| self.setting_at(setting, state);
            let origin = if let Some(changed) = self.change_of(value) {
                changed
            } else if self.scenario.gives(setting) {
                Origin::File
            } else if setting.is_in_bytes() {
                Origin::Program
            } else {
                Origin::Release
            };
            let now = self.setting_at(setting, self.state());
            InForce { setting, name, now, default: setting.in_force(&defaults), origin }
        };
        settings::TABLE.iter().map(line).collect()
    }

    /// The `acks` of every producer here, and why they are what they are.
    pub fn acks_in_force(&self) -> Vec<AcksInForce> {
        let given = self.scenario.acks.is_some() || self.scenario.gives(Setting::Idempotence);
        let line = |(producer, state): (u8, &Producer)| {
            let producer = ProducerId(producer);
            let acks = |state: &Cluster| state.producers.get(producer.index()).map(|p| p.acks);
            let origin = match self.change_of(acks) {
                Some(changed) => changed,
                // An idempotent producer has acks=all: the file has said so, too.
                None if given => Origin::File,
                None => Origin::Release,
            };
            AcksInForce {
                producer,
                now: state.acks,
                default: self.setup().rules.acks_default,
                origin,
            }
        };
        (0..).zip(self.state().producers.iter()).map(line).collect()
    }

    /// A setting's value in a state: the topic's can change while the cluster runs.
    fn setting_at(&self, setting: Setting, state: &Cluster) -> SettingValue {
        match setting {
            Setting::MinIsr => SettingValue::Number(state.topic.min_isr.into()),
            Setting::Unclean => SettingValue::Bool(state.topic.unclean),
            fixed => fixed.in_force(&self.setup().settings),
        }
    }

    /// The last step on the way here that has changed what is read from the state.
    fn change_of<T: PartialEq>(&self, read: impl Fn(&Cluster) -> T) -> Option<Origin> {
        let path = self.timeline.path();
        let value = |id: NodeId| self.timeline.node(id).map(|node| read(&node.state));
        let changes = |id: &NodeId| {
            // Whatever is asked for here changes with a setting.
            self.timeline.traits(*id).changes_setting()
                && self.timeline.parent(*id).and_then(value) != value(*id)
        };
        let changed = path.iter().rev().copied().find(changes)?;
        let in_script = self.timeline.script_len();
        let step = path.iter().copied().filter(|id| *id <= in_script.min(changed)).max()?;
        let depth = self.timeline.depth(changed);
        Some(Origin::Changed { step, by_hand: depth.saturating_sub(step) })
    }
}
