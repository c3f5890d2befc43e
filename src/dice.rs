//! Dice for tests that go at random: the same throws every time.

/// A linear congruential generator (Knuth's MMIX multiplier).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new() -> Self {
        Dice(1)
    }

    /// One of them; there must be one.
    pub(crate) fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
        from[(self.0 >> 33) as usize % from.len()]
    }
}
