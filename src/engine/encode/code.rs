//! How values are written as bytes and read back: numbers, options, lists, brokers, and what is made of
//! fields or of variants.

use super::View;
use crate::engine::types::*;

/// Where bytes go, and how the state is looked at.
pub(super) struct Writer<'a> {
    pub(super) view: &'a View,
    pub(super) out: &'a mut Vec<u8>,
}

/// Where bytes come from, and how many have been read.
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl Reader<'_> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }
}

/// What can be written and read.
pub(super) trait Code: Sized {
    fn put(&self, w: &mut Writer);
    fn get(r: &mut Reader) -> Option<Self>;
    /// Makes it what is read, in the memory that it has.
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        *self = Self::get(r)?;
        Some(())
    }
    /// One that may be missing: a byte first that says so.
    fn put_option(option: &Option<Self>, w: &mut Writer) {
        w.out.push(u8::from(option.is_some()));
        if let Some(value) = option {
            value.put(w);
        }
    }
    fn refill_option(option: &mut Option<Self>, r: &mut Reader) -> Option<()> {
        match (r.byte()?, option) {
            (0, own) => *own = None,
            (1, Some(own)) => own.refill(r)?,
            (1, own) => *own = Some(Self::get(r)?),
            _ => return None,
        }
        Some(())
    }
}

impl Code for u8 {
    #[inline]
    fn put(&self, w: &mut Writer) {
        w.out.push(*self);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        r.byte()
    }
}

impl Code for bool {
    #[inline]
    fn put(&self, w: &mut Writer) {
        w.out.push(u8::from(*self));
    }
    fn get(r: &mut Reader) -> Option<Self> {
        match r.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

/// Seven bits a byte, the lowest first.
impl Code for u32 {
    #[inline]
    fn put(&self, w: &mut Writer) {
        let mut rest = *self;
        while rest >= 0x80 {
            w.out.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        w.out.push(rest as u8);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let mut number = 0_u32;
        for shift in (0..32).step_by(7) {
            let byte = r.byte()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

impl Code for u16 {
    #[inline]
    fn put(&self, w: &mut Writer) {
        u32::from(*self).put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        u32::get(r)?.try_into().ok()
    }
    /// One more than it is; 0 if it is missing.
    #[inline]
    fn put_option(option: &Option<Self>, w: &mut Writer) {
        option.map_or(0, |number| u32::from(number) + 1).put(w);
    }
    fn refill_option(option: &mut Option<Self>, r: &mut Reader) -> Option<()> {
        *option = match u32::get(r)? {
            0 => None,
            number => Some((number - 1).try_into().ok()?),
        };
        Some(())
    }
}

impl<T: Code> Code for Option<T> {
    #[inline]
    fn put(&self, w: &mut Writer) {
        T::put_option(self, w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let mut option = None;
        T::refill_option(&mut option, r)?;
        Some(option)
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        T::refill_option(self, r)
    }
}

impl<T: Code> Code for Vec<T> {
    fn put(&self, w: &mut Writer) {
        (self.len() as u32).put(w);
        for item in self {
            item.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let mut items = Vec::new();
        items.refill(r)?;
        Some(items)
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        let len = u32::get(r)? as usize;
        // No item takes less than a byte: a length beyond that is none.
        if len > r.bytes.len() {
            return None;
        }
        self.truncate(len);
        for item in self.iter_mut() {
            item.refill(r)?;
        }
        self.reserve_exact(len - self.len());
        while self.len() < len {
            self.push(T::get(r)?);
        }
        Some(())
    }
}

impl<A: Code, B: Code> Code for (A, B) {
    fn put(&self, w: &mut Writer) {
        self.0.put(w);
        self.1.put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        Some((A::get(r)?, B::get(r)?))
    }
}

impl Code for BrokerId {
    #[inline]
    fn put(&self, w: &mut Writer) {
        w.out.push(w.view.labels[self.index()]);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let id = r.byte()?;
        (usize::from(id) < MAX_BROKERS).then_some(BrokerId(id))
    }
    /// One more than its label; 0 if it is missing.
    #[inline]
    fn put_option(option: &Option<Self>, w: &mut Writer) {
        w.out.push(option.map_or(0, |broker| w.view.labels[broker.index()] + 1));
    }
    fn refill_option(option: &mut Option<Self>, r: &mut Reader) -> Option<()> {
        *option = match r.byte()? {
            0 => None,
            number if usize::from(number) <= MAX_BROKERS => Some(BrokerId(number - 1)),
            _ => return None,
        };
        Some(())
    }
}

impl Code for BrokerSet {
    fn put(&self, w: &mut Writer) {
        let bits: u16 = self.iter().map(|b| 1 << w.view.labels[b.index()]).sum();
        bits.put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let bits = u16::get(r)?;
        let set = (0..MAX_BROKERS as u8).filter(|b| bits & (1 << b) != 0).map(BrokerId);
        (bits >> MAX_BROKERS == 0).then(|| set.collect())
    }
}

impl Code for Order {
    fn put(&self, w: &mut Writer) {
        w.out.push(self.len() as u8);
        for broker in self.iter() {
            broker.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        (0..r.byte()?).map(|_| BrokerId::get(r)).collect()
    }
}

macro_rules! newtype {
    ($($name:ident),*) => { $(
        impl Code for $name {
            #[inline]
            fn put(&self, w: &mut Writer) {
                self.0.put(w);
            }
            fn get(r: &mut Reader) -> Option<Self> {
                Code::get(r).map($name)
            }
        }
    )* };
}

newtype!(PartitionId, ProducerId, ConsumerId, Value);

macro_rules! fields {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl Code for $name {
            #[inline]
            fn put(&self, w: &mut Writer) {
                let $name { $($field),* } = self;
                $( $field.put(w); )*
            }
            fn get(r: &mut Reader) -> Option<Self> {
                $( let $field = Code::get(r)?; )*
                Some($name { $($field),* })
            }
            fn refill(&mut self, r: &mut Reader) -> Option<()> {
                $( self.$field.refill(r)?; )*
                Some(())
            }
        }
    };
}

/// A variant without fields is written `Name {}`, one with a single unnamed field `Name { 0: name }`.
macro_rules! variants {
    ($name:ident { $($tag:literal => $variant:ident { $($key:tt : $field:ident),* }),* $(,)? }) => {
        impl Code for $name {
            #[inline]
            fn put(&self, w: &mut Writer) {
                match self {
                    $( $name::$variant { $($key: $field),* } => {
                        w.out.push($tag);
                        $( $field.put(w); )*
                    } )*
                }
            }
            fn get(r: &mut Reader) -> Option<Self> {
                match r.byte()? {
                    $( $tag => {
                        $( let $field = Code::get(r)?; )*
                        Some($name::$variant { $($key: $field),* })
                    } )*
                    _ => None,
                }
            }
            fn refill(&mut self, r: &mut Reader) -> Option<()> {
                match (r.byte()?, &mut *self) {
                    $( ($tag, $name::$variant { $($key: $field),* }) => {
                        $( $field.refill(r)?; )*
                    } )*
                    _ => {
                        // Another variant than it is: from its first byte on.
                        r.at -= 1;
                        *self = Self::get(r)?;
                    }
                }
                Some(())
            }
        }
    };
}

pub(super) use {fields, variants};
