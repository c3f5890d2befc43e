//! What comes next where a key goes round.

use crate::engine::{Acks, BrokerId, PartitionId};

/// The `acks` that follow in a round: 0, 1, in a release that has it 2, all.
pub fn next_acks(acks: Acks, counts: bool) -> Acks {
    match acks {
        Acks::None => Acks::Leader,
        Acks::Leader if counts => Acks::Count(2),
        Acks::Leader | Acks::Count(_) => Acks::All,
        Acks::All => Acks::None,
    }
}

/// The broker after this one, or before it, in a round.
pub fn next_broker(broker: BrokerId, brokers: u8, forward: bool) -> BrokerId {
    BrokerId(round(broker.0, brokers, forward))
}

/// The partition after this one, or before it, in a round.
pub fn next_partition(partition: PartitionId, partitions: u8, forward: bool) -> PartitionId {
    PartitionId(round(partition.0, partitions, forward))
}

/// The number after this one, or before it, in a round of so many.
pub fn round(at: u8, of: u8, forward: bool) -> u8 {
    match (forward, of) {
        (_, 0) => 0,
        (true, _) if at + 1 < of => at + 1,
        (true, _) => 0,
        (false, _) if at > 0 => at - 1,
        (false, _) => of - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acks_go_round_through_all_that_the_release_takes() {
        let round = |counts| {
            let mut acks = Acks::All;
            let mut seen = Vec::new();
            for _ in 0..4 {
                acks = next_acks(acks, counts);
                seen.push(acks);
            }
            seen
        };
        assert_eq!(round(false), [Acks::None, Acks::Leader, Acks::All, Acks::None]);
        assert_eq!(round(true), [Acks::None, Acks::Leader, Acks::Count(2), Acks::All]);
    }

    #[test]
    fn brokers_and_partitions_are_chosen_in_a_round() {
        assert_eq!(next_broker(BrokerId(2), 3, true), BrokerId(0));
        assert_eq!(next_broker(BrokerId(0), 3, false), BrokerId(2));
        assert_eq!(next_partition(PartitionId(0), 2, true), PartitionId(1));
    }
}
