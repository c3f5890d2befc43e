//! The states of a level of a search, as bytes: each thread packs what it comes to, and a pack stays as it
//! was packed, so that nothing is copied when the level is put together.

/// States as bytes, one after the other.
#[derive(Debug, Default)]
pub(super) struct Pack {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl Pack {
    /// How many states.
    pub(super) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// One more, which is appended to the bytes.
    pub(super) fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push(self.bytes.len() as u32);
    }

    /// Gives back what it does not need: it is kept until the level after it is done.
    pub(super) fn close(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    fn get(&self, at: usize) -> &[u8] {
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[from as usize..self.ends[at] as usize]
    }
}

/// The states of one level, as they were packed, and where each is.
#[derive(Debug, Default)]
pub(super) struct Level {
    packs: Vec<Pack>,
    /// By state: the number of its pack, and its number in there.
    places: Vec<(u32, u32)>,
    /// What they take in the packs, in bytes.
    packed: usize,
}

impl Level {
    /// Takes over a pack and returns its number.
    pub(super) fn add(&mut self, pack: Pack) -> u32 {
        self.packs.push(pack);
        self.packs.len() as u32 - 1
    }

    /// One of the states of a pack is new. What others take is not counted: how many there are depends
    /// on which thread does what.
    pub(super) fn keep(&mut self, pack: u32, at: u32) {
        self.places.push((pack, at));
        self.packed += self.packs[pack as usize].get(at as usize).len() + size_of::<u32>();
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn get(&self, at: usize) -> &[u8] {
        let (pack, at) = self.places[at];
        self.packs[pack as usize].get(at as usize)
    }

    pub(super) fn size(&self) -> usize {
        self.packed + self.places.capacity() * size_of::<(u32, u32)>()
    }
}
