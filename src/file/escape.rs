//! What may follow a `\` in a text.

use super::outline::Span;

/// Something behind a `\` that means nothing.
#[derive(Debug, PartialEq, Eq)]
pub struct BadEscape {
    /// From the `\` on.
    pub span: Span,
    /// The number, where it is well formed and no character has it.
    pub code: Option<u32>,
}

/// The first `\` of a text that means nothing with what follows it.
pub fn first_bad(text: &str) -> Option<BadEscape> {
    let mut at = 0;
    while let Some(found) = text[at..].find('\\') {
        let start = at + found;
        let body = &text[start + 1..];
        let (len, good, code) = match body.chars().next()? {
            '\'' | '"' | '\\' | 'n' | 'r' | 't' | '0' => (1, true, None),
            'x' => bytes(&text.as_bytes()[start..]),
            'u' => unicode(body),
            other => (other.len_utf8(), false, None),
        };
        let end = start + 1 + len;
        if !good {
            return Some(BadEscape { span: start..end, code });
        }
        at = end;
    }
    None
}

/// `u{6c34}`: how long it is, whether it is a character, and if it is only a number, which.
fn unicode(body: &str) -> (usize, bool, Option<u32>) {
    let Some(inner) = body.strip_prefix("u{") else { return (1, false, None) };
    let digits = inner.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(inner.len());
    let is_whole = (1..=6).contains(&digits) && inner[digits..].starts_with('}');
    let code = u32::from_str_radix(&inner[..digits], 16).ok().filter(|_| is_whole);
    let is_good = code.and_then(char::from_u32).is_some();
    let len = 2 + digits + usize::from(is_whole);
    (len, is_good, code.filter(|_| !is_good))
}

/// `\xe6\xb0\xb4`: a character byte by byte, from its first `\` on. The length is without that.
fn bytes(text: &[u8]) -> (usize, bool, Option<u32>) {
    let mut character = Vec::new();
    for escape in text.chunks(4).take(4) {
        let &[b'\\', b'x', high, low] = escape else { break };
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let (Some(high), Some(low)) = (digit(high), digit(low)) else { break };
        // Two digits make a byte.
        character.push((high * 16 + low) as u8);
        if std::str::from_utf8(&character).is_ok() {
            return (character.len() * 4 - 1, true, None);
        }
    }
    (1, false, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_escape_that_means_nothing_is_found_from_its_backslash_on() {
        for (text, span, code) in [
            (r#""a\q""#, 2..4, None),
            (r#""\\\q""#, 3..5, None),
            (r#""\u{6c34}\ud83d""#, 9..11, None),
            (r#""水\u{d800}""#, 4..12, Some(0xd800)),
            (r#""\u{110000}""#, 1..11, Some(0x11_0000)),
            (r#""\u{}""#, 1..4, None),
            (r#""\u{1234567}""#, 1..11, None),
            (r#""\u{12g}""#, 1..6, None),
            (r#""\xe6\xb0""#, 1..3, None),
            (r#""\x4g""#, 1..3, None),
            (r#""\水""#, 1..5, None),
        ] {
            assert_eq!(first_bad(text), Some(BadEscape { span, code }), "{text}");
        }
        for text in [r#""plain""#, r#""\n\t\\\"\u{6c34}\x41\xe6\xb0\xb4\0""#] {
            assert_eq!(first_bad(text), None, "{text}");
        }
    }
}
