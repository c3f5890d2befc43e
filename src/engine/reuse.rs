//! Copying a state into another one without asking for memory again, and only what differs: a search
//! copies a state for every event that it tries.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// Implements `Clone` field by field, so that `clone_from` reuses what each field has allocated. The
/// derived one throws it away.
macro_rules! clone_in_place {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl Clone for $name {
            fn clone(&self) -> Self {
                let $name { $($field),* } = self;
                $name { $($field: $field.clone()),* }
            }
            fn clone_from(&mut self, source: &Self) {
                let $name { $($field),* } = source;
                $( self.$field.clone_from($field); )*
            }
        }
    };
}

pub(super) use clone_in_place;

/// A part of a state that knows whether it has been lent out for writing since it was copied. What has
/// not need not be copied, written down or hashed again. Two parts are equal if what they hold is.
#[derive(Debug, Default)]
pub struct Part<T> {
    value: T,
    touched: bool,
}

impl<T> Part<T> {
    /// Whether it may differ from what it was copied from.
    pub fn is_touched(&self) -> bool {
        self.touched
    }
}

impl<T: Clone> Part<T> {
    /// Makes it again what it was copied from, which is the same as when that was done.
    pub(super) fn restore(&mut self, source: &Part<T>) {
        if self.touched {
            self.clone_from(source);
        }
    }
}

impl<T> From<T> for Part<T> {
    fn from(value: T) -> Self {
        Part { value, touched: false }
    }
}

impl<T: Clone> Clone for Part<T> {
    fn clone(&self) -> Self {
        self.value.clone().into()
    }
    fn clone_from(&mut self, source: &Self) {
        self.value.clone_from(&source.value);
        self.touched = false;
    }
}

impl<T> Deref for Part<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Part<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.touched = true;
        &mut self.value
    }
}

impl<T: PartialEq> PartialEq for Part<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Part<T> {}

impl<T: Hash> Hash for Part<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}
