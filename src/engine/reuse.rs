//! Copying a state into another one without asking for memory again: a search copies a state for every
//! event that it tries.

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
