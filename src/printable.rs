//! What may reach a terminal, and what must be spelled out.

/// Text that comes from outside, safe to print in a report: control characters, and invisible ones
/// that reorder or hide text, are spelled out as `\u{1b}`.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unprintable(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// Whether a character must not reach a terminal, and so may not be in any text of a scenario:
/// controls, line separators, and what reorders or hides text. The joiners U+200C and U+200D stay:
/// scripts and emoji need them.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{2028}' | '\u{2029}' // line and paragraph separators
            // marks that turn the direction of text
            | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            // what can't be seen
            | '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2065}'
            | '\u{206a}'..='\u{206f}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
            | '\u{2800}' | '\u{34f}' | '\u{17b4}' | '\u{17b5}' | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}'
            // what will never be a character
            | '\u{fdd0}'..='\u{fdef}')
        || u32::from(c) & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_spells_out_what_a_terminal_would_obey() {
        assert_eq!(printable("m1 消息"), "m1 消息");
        assert_eq!(printable("a\x1b[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(printable("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(printable("\u{9b}1m"), "\\u{9b}1m");
        assert_eq!(printable("👩\u{200d}🔧"), "👩\u{200d}🔧");
        assert_eq!(printable("\u{2800}\u{fffe}\u{10ffff}"), "\\u{2800}\\u{fffe}\\u{10ffff}");
    }
}
