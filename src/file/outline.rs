//! Where each value of a RON text stands.
//!
//! serde hands over values without their positions, and a fault in a value that parses ("there is
//! no broker D") has to point at it all the same. So the text is scanned a second time, only for
//! its shape: which bytes are a field, an element, an argument. The scan runs over a text that
//! [`ron`] has accepted; should the two ever disagree, the scan stops, and a fault points at the
//! nearest thing around it that is known.

use std::ops::Range;

/// Bytes of the source text.
pub type Span = Range<usize>;

/// Deeper than [`ron`] itself goes (128): never reached in a text that it has accepted.
const MAX_DEPTH: usize = 200;

/// A value: where it stands and what is inside.
#[derive(Debug, PartialEq, Eq)]
struct Node {
    span: Span,
    children: Vec<Child>,
    /// `Some(..)`: the value is the child.
    is_some: bool,
}

/// A field, map entry, element or argument.
#[derive(Debug, PartialEq, Eq)]
struct Child {
    /// The field name or map key.
    key: Option<Span>,
    node: Node,
}

/// The shape of a RON text.
#[derive(Debug)]
pub struct Outline<'s> {
    source: &'s str,
    root: Option<Node>,
}

/// One place in the text, and the way to the places inside it.
#[derive(Clone, Copy, Debug)]
pub struct Place<'o> {
    source: &'o str,
    node: Option<&'o Node>,
    /// The key that leads here.
    key: Option<&'o Span>,
    /// The nearest place that is known.
    around: (usize, usize),
}

impl<'s> Outline<'s> {
    /// Scans a text.
    pub fn new(source: &'s str) -> Self {
        let mut scanner = Scanner::new(source);
        scanner.attributes();
        Outline { source, root: scanner.value(0) }
    }

    /// The whole value.
    pub fn root(&self) -> Place<'_> {
        let around = self.root.as_ref().map_or((0, 0), |n| (n.span.start, n.span.end));
        Place { source: self.source, node: self.root.as_ref(), key: None, around }
    }
}

impl<'o> Place<'o> {
    /// The bytes of the value.
    pub fn span(&self) -> Span {
        self.around.0..self.around.1
    }

    /// The bytes of the field name or map key that leads here; of the value where there is none.
    pub fn key(&self) -> Span {
        self.key.cloned().unwrap_or_else(|| self.span())
    }

    /// The text of the value.
    pub fn text(&self) -> &'o str {
        self.source.get(self.span()).unwrap_or_default()
    }

    /// The value of a field.
    pub fn field(&self, name: &str) -> Place<'o> {
        self.child(|source, child| {
            let key = child.key.clone().and_then(|k| source.get(k));
            key.is_some_and(|k| k.strip_prefix("r#").unwrap_or(k) == name)
        })
    }

    /// An element of a list, an argument, or the value of a map entry, counted from 0.
    pub fn item(&self, index: usize) -> Place<'o> {
        match self.resolved().and_then(|n| n.children.get(index)) {
            Some(child) => self.enter(child),
            None => self.lost(),
        }
    }

    /// The same place, to be pointed at by its key.
    pub fn at_key(&self) -> Place<'o> {
        let key = self.key();
        Place { around: (key.start, key.end), ..*self }
    }

    /// This place, or another one where the scan does not know this one or it is a named field.
    pub fn or(&self, other: Place<'o>) -> Place<'o> {
        if self.node.is_none() || self.key.is_some() { other } else { *self }
    }

    /// Where in the text of the value a piece of it stands; the value where it is not found, as
    /// when it is written with escapes.
    pub fn find(&self, piece: &str) -> Span {
        let span = self.span();
        match self.text().find(piece) {
            Some(at) if !piece.is_empty() => span.start + at..span.start + at + piece.len(),
            _ => span,
        }
    }

    fn child(&self, wanted: impl Fn(&str, &Child) -> bool) -> Place<'o> {
        let children = self.resolved().map_or(&[][..], |n| &n.children);
        match children.iter().find(|c| wanted(self.source, c)) {
            Some(child) => self.enter(child),
            None => self.lost(),
        }
    }

    fn enter(&self, child: &'o Child) -> Place<'o> {
        Place {
            source: self.source,
            node: Some(&child.node),
            key: child.key.as_ref(),
            around: (child.node.span.start, child.node.span.end),
        }
    }

    /// A place inside that the scan does not know.
    fn lost(&self) -> Place<'o> {
        Place { node: None, key: None, ..*self }
    }

    /// The node, seen through `Some(..)`.
    fn resolved(&self) -> Option<&'o Node> {
        let mut node = self.node?;
        while node.is_some {
            node = &node.children.first()?.node;
        }
        Some(node)
    }
}

/// The brackets and texts of a RON text that may not be well formed, one after the other.
#[derive(Debug)]
pub struct Tokens<'s> {
    scanner: Scanner<'s>,
    /// The brackets that are open.
    pub open: Vec<Span>,
    /// The text that was read last.
    pub last_text: Option<Span>,
}

/// Where the `/*` of a block comment without an end stands, if that is how a text ends.
pub fn open_comment(source: &str) -> Option<Span> {
    let mut tokens = Tokens::new(source);
    tokens.run_to(source.len());
    tokens.scanner.open_comment
}

impl<'s> Tokens<'s> {
    /// Before the first token.
    pub fn new(source: &'s str) -> Self {
        Tokens { scanner: Scanner::new(source), open: Vec::new(), last_text: None }
    }

    /// Reads on up to a byte.
    pub fn run_to(&mut self, end: usize) {
        loop {
            self.scanner.blank();
            let start = self.scanner.at;
            if start >= end {
                return;
            }
            if self.scanner.string() {
                self.last_text = Some(start..self.scanner.at);
            } else if !self.scanner.character() {
                let Some(c) = self.scanner.peek() else { return };
                self.scanner.skip(c.len_utf8());
                match c {
                    '(' | '[' | '{' => self.open.push(start..self.scanner.at),
                    ')' | ']' | '}' => {
                        self.open.pop();
                    }
                    c if is_name_start(c) => self.scanner.take_while(is_in_name),
                    _ => {}
                }
            }
        }
    }

    /// Whether nothing but white space and comments is left, and every comment has an end.
    pub fn rest_is_blank(mut self) -> bool {
        self.scanner.blank();
        self.scanner.peek().is_none() && self.scanner.open_comment.is_none()
    }
}

#[derive(Debug)]
struct Scanner<'s> {
    source: &'s str,
    at: usize,
    /// The `/*` of a block comment that has no end.
    open_comment: Option<Span>,
}

impl<'s> Scanner<'s> {
    fn new(source: &'s str) -> Self {
        Scanner { source, at: 0, open_comment: None }
    }
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.skip(c.len_utf8());
        }
        found
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.skip(end);
    }

    /// Skips white space and comments.
    fn blank(&mut self) {
        loop {
            self.take_while(is_blank);
            if self.rest().starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                self.block_comment();
            } else {
                return;
            }
        }
    }

    /// Block comments nest.
    fn block_comment(&mut self) {
        let start = self.at;
        let mut depth = 0usize;
        loop {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.skip(2);
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.skip(2);
                if depth == 0 {
                    return;
                }
            } else if let Some(c) = self.peek() {
                self.skip(c.len_utf8());
            } else {
                self.open_comment = Some(start..start + 2);
                return;
            }
        }
    }

    /// Skips `#![enable(..)]`.
    fn attributes(&mut self) {
        loop {
            self.blank();
            if !self.take('#') {
                return;
            }
            self.take_while(|c| c != ']');
            self.take(']');
        }
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.blank();
        let start = self.at;
        if self.string() || self.character() {
            return Some(Node { span: start..self.at, children: Vec::new(), is_some: false });
        }
        let is_some = match self.peek()? {
            '(' | '[' | '{' => false,
            c if is_name_start(c) => {
                let name = self.name();
                let is_some = self.source.get(name) == Some("Some");
                let end = self.at;
                self.blank();
                if self.peek() != Some('(') {
                    self.at = end;
                    return Some(Node { span: start..end, children: Vec::new(), is_some: false });
                }
                is_some
            }
            _ => {
                self.take_while(|c| {
                    !matches!(c, ',' | ')' | ']' | '}' | ':' | '/') && !is_blank(c)
                });
                if self.at == start {
                    return None;
                }
                return Some(Node { span: start..self.at, children: Vec::new(), is_some: false });
            }
        };
        let children = self.group(depth)?;
        Some(Node { span: start..self.at, is_some: is_some && children.len() == 1, children })
    }

    /// What is between brackets of any kind.
    fn group(&mut self, depth: usize) -> Option<Vec<Child>> {
        let open = self.peek()?;
        self.skip(open.len_utf8());
        let close = match open {
            '(' => ')',
            '[' => ']',
            _ => '}',
        };
        let mut children = Vec::new();
        loop {
            self.blank();
            if self.take(close) {
                return Some(children);
            }
            let key = match open {
                '(' => self.field_name(),
                '{' => {
                    let key = self.value(depth + 1)?.span;
                    self.blank();
                    if !self.take(':') {
                        return None;
                    }
                    Some(key)
                }
                _ => None,
            };
            children.push(Child { key, node: self.value(depth + 1)? });
            self.blank();
            if !self.take(',') && self.peek() != Some(close) {
                return None;
            }
        }
    }

    /// A field name and its colon, if that is what comes next.
    fn field_name(&mut self) -> Option<Span> {
        let start = self.at;
        if self.peek().is_some_and(is_name_start) {
            let name = self.name();
            self.blank();
            if self.take(':') {
                return Some(name);
            }
        }
        self.at = start;
        None
    }

    fn name(&mut self) -> Span {
        let start = self.at;
        if self.rest().starts_with("r#") {
            self.skip(2);
        }
        self.take_while(is_in_name);
        start..self.at
    }

    /// A string, byte string or raw string, if that is what comes next.
    fn string(&mut self) -> bool {
        let rest = self.rest();
        let body = rest.strip_prefix('b').unwrap_or(rest);
        if let Some(raw) = body.strip_prefix('r') {
            let fence = raw.len() - raw.trim_start_matches('#').len();
            if raw[fence..].starts_with('"') {
                let close = format!("\"{}", "#".repeat(fence));
                let inner = &raw[fence + 1..];
                let end = inner.find(&close).map_or(inner.len(), |at| at + close.len());
                self.skip(rest.len() - inner.len() + end);
                return true;
            }
        }
        let Some(inner) = body.strip_prefix('"') else { return false };
        self.skip(rest.len() - inner.len());
        loop {
            self.take_while(|c| c != '"' && c != '\\');
            match self.peek() {
                Some('\\') => {
                    self.skip(1);
                    self.skip(self.peek().map_or(0, char::len_utf8));
                }
                Some(_) => {
                    self.skip(1);
                    return true;
                }
                None => return true,
            }
        }
    }

    /// A character in single quotes, if that is what comes next.
    fn character(&mut self) -> bool {
        if !self.take('\'') {
            return false;
        }
        if self.take('\\') {
            self.skip(self.peek().map_or(0, char::len_utf8));
            self.take_while(|c| c != '\'' && c != '\n');
        } else {
            self.skip(self.peek().map_or(0, char::len_utf8));
        }
        self.take('\'');
        true
    }
}

/// What RON takes for white space.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200E}' | '\u{200F}')
}

fn is_name_start(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

fn is_in_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text<'s>(source: &'s str, walk: impl for<'o> Fn(Place<'o>) -> Place<'o>) -> &'s str {
        let outline = Outline::new(source);
        let span = walk(outline.root()).span();
        &source[span]
    }

    #[test]
    fn a_path_leads_to_the_bytes_of_its_value() {
        let source = r#"(steps: [(do: [Send("m1"), Burst(["a", "b"])]), (say: "x")], brokers: [])"#;
        assert_eq!(
            text(source, |p| p.field("steps").item(0).field("do").item(1).item(0).item(1)),
            r#""b""#
        );
        assert_eq!(text(source, |p| p.field("steps").item(1).field("say")), r#""x""#);
    }

    #[test]
    fn brackets_in_strings_characters_and_comments_do_not_count() {
        let source = concat!(
            "#![enable(implicit_some)]\n// a ( comment\n/* and [ a /* nested { */ one */\n",
            "Scenario(a: \"( \\\" [\", b: r#\"{ \" (\"#, c: '(', d: '\\'', e: [1, /* , */ 2],)"
        );
        assert_eq!(text(source, |p| p.field("e").item(1)), "2");
        assert_eq!(text(source, |p| p.field("d")), "'\\''");
        assert_eq!(text(source, |p| p.field("b")), "r#\"{ \" (\"#");
    }

    #[test]
    fn map_entries_are_counted_and_know_their_keys() {
        let source = r#"(settings: {"min.insync.replicas": 2, "x": true})"#;
        let outline = Outline::new(source);
        let entry = outline.root().field("settings").item(1);
        assert_eq!((&source[entry.span()], &source[entry.key()]), ("true", r#""x""#));
    }

    #[test]
    fn an_option_is_looked_through() {
        assert_eq!(text("(a: Some((b: 1)))", |p| p.field("a").field("b")), "1");
    }

    #[test]
    fn what_is_not_there_points_at_what_is_around_it() {
        assert_eq!(text("(a: [1])", |p| p.field("a").item(7).field("z")), "[1]");
    }

    #[test]
    fn a_comment_without_an_end_is_where_it_begins() {
        assert_eq!(open_comment("(a: 1, /* x\n)"), Some(7..9));
        assert_eq!(open_comment("/* a /* b */ c"), Some(0..2), "comments nest");
        for closed in ["(a: \"/*\")", "// /*\n()", "/* /* */ */ ()", "('\"') /**/"] {
            assert_eq!(open_comment(closed), None, "{closed}");
        }
    }

    #[test]
    fn deep_nesting_does_not_overflow_the_stack() {
        Outline::new(&"(".repeat(1_000_000));
        Outline::new(&"/*".repeat(100_000));
        Outline::new(&"[{(".repeat(100_000));
    }
}
