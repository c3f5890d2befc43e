//! What has been seen, states and crashes, as fingerprints of 64 bits, each made of those of its parts.
//!
//! Two states can have the same fingerprint by chance, as a whole or in a part: then the second one is
//! taken for seen. Among n states that happens to any two with a chance of about n²/2⁶⁴
//! ([`collision_chance`]).

/// How many shards a set has.
const SHARDS: usize = 64;

/// A set of fingerprints, in shards, so that it grows a little at a time.
#[derive(Debug)]
pub(super) struct Set(Vec<Shard>);

impl Default for Set {
    fn default() -> Self {
        Set((0..SHARDS).map(|_| Shard::default()).collect())
    }
}

impl Set {
    /// Which shard a fingerprint belongs to. The lowest bits find its place in there.
    fn shard_of(key: u64) -> usize {
        (key >> 58) as usize
    }

    pub(super) fn contains(&self, key: u64) -> bool {
        self.0[Set::shard_of(key)].contains(key)
    }

    /// Whether it was not there.
    pub(super) fn insert(&mut self, key: u64) -> bool {
        self.0[Set::shard_of(key)].insert(key)
    }

    pub(super) fn len(&self) -> u64 {
        self.0.iter().map(|shard| shard.used as u64).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(|shard| shard.slots.len() * size_of::<u64>()).sum()
    }
}

/// The chance that any two of so many fingerprints are the same, at most 1.
pub(super) fn collision_chance(prints: u64) -> f64 {
    let n = prints as f64;
    (n * n / 2_f64.powi(64)).min(1.0)
}

/// One shard of the set: open addressing, at most three quarters full.
#[derive(Debug, Default)]
pub(super) struct Shard {
    slots: Vec<u64>,
    used: usize,
}

impl Shard {
    fn place(slots: &[u64], key: u64) -> (usize, bool) {
        let mask = slots.len() - 1;
        let mut at = key as usize & mask;
        loop {
            match slots[at] {
                0 => return (at, false),
                found if found == key => return (at, true),
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn contains(&self, key: u64) -> bool {
        !self.slots.is_empty() && Shard::place(&self.slots, key).1
    }

    /// Whether it was not there.
    pub(super) fn insert(&mut self, key: u64) -> bool {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            let bigger = vec![0; (self.slots.len() * 2).max(64)];
            let old = std::mem::replace(&mut self.slots, bigger);
            for key in old.into_iter().filter(|key| *key != 0) {
                let (at, _) = Shard::place(&self.slots, key);
                self.slots[at] = key;
            }
        }
        let (at, known) = Shard::place(&self.slots, key);
        if !known {
            self.slots[at] = key;
            self.used += 1;
        }
        !known
    }
}
