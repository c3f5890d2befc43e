//! The terms and the signs that a screen shows, to be explained to whoever does not know them.

use super::{Label, Lang};
use crate::engine::Property;
use crate::glyphs::Glyphs;

/// Declares an enum with a list of all its variants.
macro_rules! listed {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// Every one, in the order of explanation.
            pub const ALL: &[$name] = &[$($name::$variant),*];
        }
    };
}

listed! {
    /// A term of Kafka's replication, or of this program where it simplifies.
    Term {
        // ---- the log of a replica ----
        /// An offset.
        Offset,
        /// Log end offset.
        Leo,
        /// High watermark.
        Hw,
        /// Below the HW.
        Committed,
        /// What a leader believes of its followers.
        RemoteLeo,
        /// A segment of a log.
        Segment,

        // ---- who leads, and since when ----
        /// The leader.
        Leader,
        /// A follower.
        Follower,
        /// A replica that has been told nothing yet.
        Idle,
        /// In-sync replicas.
        Isr,
        /// A leader epoch.
        LeaderEpoch,
        /// The leader-epoch table.
        EpochTable,
        /// The question for the end of an epoch.
        EpochEnd,
        /// Cutting a log.
        Truncation,

        // ---- on the disk ----
        /// Up to where a log is flushed.
        Flushed,
        /// The HW in its checkpoint file.
        HwOnDisk,

        // ---- the fetch ----
        /// A fetch and its three phases.
        Fetch,
        /// A fetch that the leader holds.
        Parked,
        /// A reply without records that says from where on the logs part.
        Diverging,
        /// What is fenced.
        Fenced,

        // ---- clients ----
        /// `acks`.
        Acks,
        /// Produce requests that wait.
        Purgatory,
        /// `min.insync.replicas`.
        MinIsr,
        /// A producer's knowledge of its record.
        Acknowledged,
        /// A consumer and its position.
        Consumer,

        // ---- damage ----
        /// Lost.
        Lost,
        /// Duplicated.
        Duplicated,
        /// Diverged.
        Diverged,
        /// Unavailable.
        Unavailable,

        // ---- what ought to hold ----
        /// The property [`Property::LogMatching`].
        LogMatching,
        /// The property [`Property::LeaderCompleteness`].
        LeaderCompleteness,
        /// The property [`Property::CandidateCompleteness`].
        CandidateCompleteness,
        /// The property [`Property::QuorumSuperset`].
        QuorumSuperset,
        /// The property [`Property::UncleanExclusion`].
        UncleanExclusion,
        /// The property [`Property::ConsistentReads`].
        ConsistentReads,
        /// The property [`Property::AckedSurvives`].
        AckedSurvives,
        /// The property [`Property::NoGlobalLoss`].
        NoGlobalLoss,
        /// The property [`Property::LeaderHwNeverFalls`].
        LeaderHwNeverFalls,
        /// The property [`Property::EpochsNeverFall`].
        EpochsNeverFall,
        /// The property [`Property::OneLeaderAnEpoch`].
        OneLeaderAnEpoch,
        /// The property [`Property::NobodyStuck`].
        NobodyStuck,

        // ---- controller ----
        /// The controller.
        Controller,
        /// What the controller has told each broker.
        Told,
        /// What a broker has not read yet.
        Unread,
        /// A broker's session with ZooKeeper or the controller.
        Session,
        /// A broker that does nothing.
        Paused,
        /// A link that is cut.
        Cut,
        /// The controller's words that are held back.
        HeldBack,
        /// What is due.
        Due,
        /// A partition's znode and its version.
        Znode,
        /// A leader's request for another ISR.
        AlterPartition,
        /// The ISR that the HW waits for.
        MaximalIsr,
        /// Eligible leader replicas.
        Elr,
        /// The last known leader.
        LastLeader,
        /// A leader that has not recovered.
        Recovering,
        /// A reassignment.
        Reassignment,
        /// An election.
        Election,
        /// The preferred leader.
        PreferredLeader,
        /// Unclean leader election.
        Unclean,
        /// A controlled shutdown.
        ControlledShutdown,

        // ---- the page cache ----
        /// What survives a kill and not a power loss.
        PageCache,

        // ---- this program ----
        /// A simplification.
        Simplified,
        /// The script, and what is done by hand.
        ByHand,
        /// Expectations.
        Held,
    }
}

listed! {
    /// A sign on the screen.
    Sign {
        /// The HW bar.
        Hw,
        /// The edge of a record below the HW.
        Edge,
        /// The edge of a record that is not below the HW.
        OpenEdge,
        /// Where a segment begins.
        Segment,
        /// A promised record that is not there.
        Lost,
        /// A record that differs.
        Differs,
        /// Left out.
        Gap,
        /// Changed in the last step.
        Was,
        /// A mark: where a number was read.
        Mark,
        /// The leader.
        Leader,
        /// A follower.
        Follower,
        /// A replica that has been told nothing.
        Idle,
        /// A broker that is down.
        Down,
        /// A broker that is paused.
        Paused,
        /// The chosen broker, and other choices.
        Chosen,
        /// The partition on the screen; a broker marked for a power loss.
        Here,
        /// Another partition.
        There,
        /// A follower that is not in the ISR.
        NotInIsr,
        /// A request or reply in flight.
        Wire,
        /// Something that travels.
        Moving,
        /// A fetch that the leader holds.
        Held,
        /// A log was cut.
        Cut,
        /// It was acknowledged, or held.
        Yes,
        /// Its producer waits.
        Waiting,
        /// It failed, or it can't be done.
        No,
        /// A hidden answer.
        Masked,
        /// An unknown remote LEO.
        Unknown,
    }
}

/// A name and what it means, in a sentence or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The term.
    pub name: &'static str,
    /// What it means.
    pub text: &'static str,
}

impl Explained {
    pub(super) const fn new(name: &'static str, text: &'static str) -> Self {
        Explained { name, text }
    }
}

impl Term {
    /// How it shows on a screen: any of these.
    pub fn shown_as(self, lang: Lang) -> Vec<&'static str> {
        let label = |label| lang.label(label);
        let property = |property: Property| vec![property.name(), lang.words().property(property)];
        match self {
            Term::Offset => vec![label(Label::Offset)],
            Term::Leo => vec![label(Label::Leo)],
            Term::Hw => vec![label(Label::Hw)],
            Term::Committed => vec!["committed", "已提交"],
            Term::RemoteLeo => vec![label(Label::RemoteLeo)],
            Term::Segment => vec![label(Label::Segments), "segment"],
            Term::Leader => vec![label(Label::Leader)],
            Term::Follower => vec![label(Label::Follower), "follow", "follower"],
            Term::Idle => vec![label(Label::Idle)],
            Term::Isr => vec!["ISR"],
            Term::LeaderEpoch => vec![label(Label::Epoch)],
            Term::EpochTable => vec![label(Label::EpochTable)],
            Term::EpochEnd => vec!["ends?", "asking-end", "OffsetsForLeaderEpoch"],
            Term::Truncation => vec![label(Label::Truncating), "cuts", "truncates", "截断"],
            Term::Flushed => vec![label(Label::Flushed)],
            Term::HwOnDisk => vec![label(Label::OnDisk)],
            Term::Fetch => vec!["fetch@", label(Label::Fetching), label(Label::Phase)],
            Term::Parked => vec![label(Label::Parked)],
            Term::Diverging => vec!["diverging", "有分歧"],
            Term::Fenced => vec![label(Label::Fenced)],
            Term::Acks => vec!["acks"],
            Term::Purgatory => vec![label(Label::Purgatory)],
            // In a narrow head the setting is called by its first word.
            Term::MinIsr => vec!["min.insync.replicas", "min"],
            Term::Acknowledged => vec!["acknowledged", label(Label::Acked)],
            Term::Consumer => vec![label(Label::Consumer), "c1"],
            Term::Lost => vec![label(Label::Lost)],
            Term::Duplicated => vec![label(Label::Duplicated)],
            Term::Diverged => vec![label(Label::Diverged)],
            Term::Unavailable => vec![label(Label::Unavailable)],
            Term::LogMatching => property(Property::LogMatching),
            Term::LeaderCompleteness => property(Property::LeaderCompleteness),
            Term::CandidateCompleteness => property(Property::CandidateCompleteness),
            Term::QuorumSuperset => property(Property::QuorumSuperset),
            Term::UncleanExclusion => property(Property::UncleanExclusion),
            Term::ConsistentReads => property(Property::ConsistentReads),
            Term::AckedSurvives => property(Property::AckedSurvives),
            Term::NoGlobalLoss => property(Property::NoGlobalLoss),
            Term::LeaderHwNeverFalls => property(Property::LeaderHwNeverFalls),
            Term::EpochsNeverFall => property(Property::EpochsNeverFall),
            Term::OneLeaderAnEpoch => property(Property::OneLeaderAnEpoch),
            Term::NobodyStuck => property(Property::NobodyStuck),
            Term::Controller => vec![label(Label::Controller)],
            Term::Told => vec![label(Label::Told)],
            Term::Unread => vec![label(Label::Unread)],
            Term::Session => vec![label(Label::Session)],
            Term::Paused => vec![label(Label::Paused)],
            Term::Cut => vec![label(Label::Cut)],
            Term::HeldBack => vec![label(Label::HeldBack)],
            Term::Due => vec![label(Label::Due)],
            Term::AlterPartition => vec![label(Label::Pending), "alter", "AlterPartition"],
            Term::MaximalIsr => vec![label(Label::Maximal)],
            Term::Elr => vec!["ELR"],
            Term::LastLeader => vec![label(Label::LastLeader)],
            Term::Recovering => vec![label(Label::Recovering), "RECOVERING"],
            Term::Reassignment => vec![label(Label::MovesTo), "reassign", "重新分配"],
            Term::Znode => vec!["znode", "zkVersion"],
            Term::Election => vec!["elected", "election", "选举", "选出"],
            Term::PreferredLeader => vec!["preferred"],
            Term::Unclean => vec!["unclean"],
            Term::ControlledShutdown => vec!["controlled shutdown", "cleanly", "正常停机"],
            Term::PageCache => vec!["page cache", "页缓存"],
            Term::Simplified => vec![label(Label::Simplified)],
            Term::ByHand => vec![label(Label::ByHand), label(Label::Script)],
            Term::Held => vec![label(Label::Held), label(Label::NotHeld)],
        }
    }
}

impl Sign {
    /// How it looks, in an example.
    pub fn example(self, glyphs: &Glyphs) -> String {
        match self {
            Sign::Lost => format!("{}m2", glyphs.lost),
            Sign::Was => format!("2{}", glyphs.old.join("1")),
            Sign::Masked => crate::session::MASK.to_owned(),
            _ => self.shown_as(glyphs).swap_remove(0),
        }
    }

    /// How it shows on a screen: any of these, at least one. Several signs may look the same.
    pub fn shown_as(self, glyphs: &Glyphs) -> Vec<String> {
        let own = |signs: &[&str]| signs.iter().map(|sign| (*sign).to_owned()).collect();
        let g = glyphs;
        match self {
            Sign::Hw => own(&[g.hw]),
            Sign::Edge => own(&[g.edge]),
            Sign::OpenEdge => own(&[g.open_edge]),
            Sign::Segment => own(&[g.segment]),
            Sign::Lost => own(&[g.lost]),
            Sign::Differs => own(&[g.differs]),
            Sign::Gap => own(&[g.gap]),
            Sign::Was => own(&[g.was, g.old[0]]),
            Sign::Mark => own(&["(a)"]),
            Sign::Leader => own(&[g.leader]),
            Sign::Follower => own(&[g.follower]),
            Sign::Idle => own(&[g.idle]),
            Sign::Down => own(&[g.down]),
            Sign::Paused => own(&[g.paused]),
            Sign::Chosen => own(&[g.chosen]),
            Sign::Here => own(&[g.here]),
            Sign::There => own(&[g.there]),
            Sign::NotInIsr => vec![format!("{}ISR", g.lost)],
            Sign::Wire => {
                let way = |tip: &str| format!("{}{tip}", g.level);
                vec![way(g.tip_right), g.tip_up.to_owned(), g.tip_down.to_owned()]
            }
            Sign::Moving => own(&[g.moving]),
            Sign::Held => own(&[g.held]),
            Sign::Cut => own(&[g.cut]),
            Sign::Yes => own(&[g.yes]),
            Sign::Waiting => own(&[g.waiting]),
            Sign::No => own(&[g.no]),
            Sign::Masked => vec![format!(" {} ", crate::session::MASK)],
            Sign::Unknown => own(&["-1"]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_and_sign_is_explained_in_a_sentence_or_two_in_every_language() {
        for lang in Lang::ALL {
            let words = lang.words();
            let terms = Term::ALL.iter().map(|term| words.term(*term));
            let signs = Sign::ALL.iter().map(|sign| Explained::new("sign", words.sign(*sign)));
            for Explained { name, text } in terms.chain(signs) {
                assert!(!name.is_empty());
                let end = ['.', '。'];
                assert!(text.ends_with(end), "{name}: {text}");
                assert!(text.chars().count() <= 240, "{name}: {}", text.chars().count());
                assert!(!text.contains("  ") && !text.contains('\n'), "{name}: {text:?}");
            }
        }
    }

    #[test]
    fn every_named_property_is_a_term_by_the_name_that_files_call_it() {
        for lang in Lang::ALL {
            for property in Property::ALL {
                let is_named = |term: &&Term| lang.words().term(**term).name == property.name();
                let term = Term::ALL.iter().find(is_named).expect("a term for it");
                assert!(term.shown_as(lang).contains(&lang.words().property(property)));
            }
        }
    }

    #[test]
    fn no_two_terms_go_by_one_name() {
        for lang in Lang::ALL {
            let mut names: Vec<&str> =
                Term::ALL.iter().map(|term| lang.words().term(*term).name).collect();
            names.sort_unstable();
            let all = names.len();
            names.dedup();
            assert_eq!(names.len(), all);
        }
    }
}
