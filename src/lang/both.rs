//! A fixed text in every language.

use super::Lang;

/// A text in every language.
#[derive(Clone, Copy, Debug)]
pub struct Both {
    en: &'static str,
    zh: &'static str,
}

impl Both {
    /// The text in one of them.
    pub fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Zh => self.zh,
        }
    }
}

/// The same in English and in Chinese.
pub const fn both(en: &'static str, zh: &'static str) -> Both {
    Both { en, zh }
}
