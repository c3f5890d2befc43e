//! The signs that are not letters, digits or ASCII, chosen in one place.
//!
//! Arrows, bars, stars and comparison signs are "ambiguous width" in Chinese terminals: one column
//! in some, two in others. Whoever writes a sentence or draws a panel takes them from a [`Glyphs`]
//! value, so that a set that is safe there replaces them all.

/// A set of signs. Those from [`Glyphs::leader`] on stand in a grid: each is one column wide in
/// every set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// What the set is called.
    pub name: &'static str,

    // ---- in sentences ----
    /// From an old number to a new one.
    pub arrow: &'static str,
    /// Greater than or equal.
    pub at_least: &'static str,
    /// Less than or equal.
    pub at_most: &'static str,
    /// A text was cut short here.
    pub ellipsis: &'static str,

    // ---- replicas ----
    /// A replica that leads.
    pub leader: &'static str,
    /// A replica that follows.
    pub follower: &'static str,
    /// A replica that has not been told what it is.
    pub idle: &'static str,
    /// A broker that is down.
    pub down: &'static str,
    /// A broker that is paused.
    pub paused: &'static str,
    /// The broker that a person has chosen.
    pub chosen: &'static str,
    /// The partition on the screen.
    pub here: &'static str,
    /// Another partition.
    pub there: &'static str,

    // ---- logs ----
    /// The edge of a record below the HW, and the end of a log.
    pub edge: &'static str,
    /// The edge of a record that is not below the HW.
    pub open_edge: &'static str,
    /// The HW.
    pub hw: &'static str,
    /// The edge at which a segment begins.
    pub segment: &'static str,
    /// Offsets that are left out.
    pub gap: &'static str,
    /// Before a record that differs from the leader's at its offset.
    pub differs: &'static str,
    /// Before a promised record that is not there.
    pub lost: &'static str,
    /// Behind what has changed; between a new number and the old one.
    pub was: &'static str,
    /// Before an old number and behind it.
    pub old: [&'static str; 2],

    // ---- on the wire ----
    /// Up along a column.
    pub upright: &'static str,
    /// Along a row.
    pub level: &'static str,
    /// From above to the right.
    pub from_above: &'static str,
    /// From below to the right.
    pub from_below: &'static str,
    /// From above to the right, and on.
    pub branch: &'static str,
    /// A tip upwards.
    pub tip_up: &'static str,
    /// A tip downwards.
    pub tip_down: &'static str,
    /// A tip to the right.
    pub tip_right: &'static str,
    /// A tip to the left.
    pub tip_left: &'static str,
    /// A fetch that is held.
    pub held: &'static str,

    // ---- clients ----
    /// It was acknowledged.
    pub yes: &'static str,
    /// It failed.
    pub no: &'static str,
    /// Its producer waits.
    pub waiting: &'static str,
    /// Nobody asked.
    pub unasked: &'static str,

    // ---- steps ----
    /// A step of which nothing more is said.
    pub step: &'static str,
    /// A broker went down.
    pub death: &'static str,
    /// A leader was elected.
    pub election: &'static str,
    /// A log was cut.
    pub cut: &'static str,
    /// A promised record was lost.
    pub loss: &'static str,
    /// Logs parted.
    pub parting: &'static str,
    /// A named property no longer held.
    pub breach: &'static str,
    /// Something is asked.
    pub question: &'static str,
    /// What travels between two brokers.
    pub moving: &'static str,

    // ---- keys ----
    /// Between a key and what it would do, if that can't be done now.
    pub off: &'static str,
}

impl Glyphs {
    /// For terminals that show every sign in one column.
    pub const UNICODE: Glyphs = Glyphs {
        name: "unicode",
        arrow: "→",
        at_least: "≥",
        at_most: "≤",
        ellipsis: "…",
        leader: "★",
        follower: "·",
        idle: "○",
        down: "✗",
        paused: "‖",
        chosen: "▸",
        here: "▪",
        there: "▫",
        edge: "│",
        open_edge: "┊",
        hw: "┃",
        segment: "║",
        gap: "⋯",
        differs: "≠",
        lost: "✗",
        was: "◂",
        old: ["◂", ""],
        upright: "│",
        level: "─",
        from_above: "└",
        from_below: "┌",
        branch: "├",
        tip_up: "▲",
        tip_down: "▼",
        tip_right: "▸",
        tip_left: "◂",
        held: "■",
        yes: "✓",
        no: "✗",
        waiting: "◔",
        unasked: "·",
        step: "·",
        death: "✗",
        election: "★",
        cut: "⊣",
        loss: "!",
        parting: "≠",
        breach: "¬",
        question: "?",
        moving: "●",
        off: "✗",
    };
    /// Without signs of ambiguous width: for terminals that draw those in two columns.
    pub const NARROW: Glyphs = Glyphs {
        name: "narrow",
        arrow: "->",
        at_least: ">=",
        at_most: "<=",
        ellipsis: "~",
        leader: "*",
        follower: "-",
        idle: "o",
        down: "✗",
        chosen: "▸",
        here: "▪",
        there: "▫",
        gap: "⋯",
        lost: "✗",
        was: "◂",
        old: ["◂", ""],
        tip_up: "▴",
        tip_down: "▾",
        tip_right: "▸",
        tip_left: "◂",
        held: "▪",
        yes: "✓",
        no: "✗",
        waiting: "◔",
        death: "✗",
        cut: "⊣",
        breach: "¬",
        moving: "▪",
        off: "✗",
        ..Glyphs::ASCII
    };
    /// For all others: nothing but ASCII.
    pub const ASCII: Glyphs = Glyphs {
        name: "ascii",
        arrow: "->",
        at_least: ">=",
        at_most: "<=",
        ellipsis: "~",
        leader: "*",
        follower: "-",
        idle: "o",
        down: "x",
        paused: "z",
        chosen: ">",
        here: "#",
        there: ".",
        edge: "|",
        open_edge: ":",
        hw: "H",
        segment: "]",
        gap: "~",
        differs: "#",
        lost: "!",
        was: "<",
        old: ["[", "]"],
        upright: "|",
        level: "-",
        from_above: "+",
        from_below: "+",
        branch: "+",
        tip_up: "^",
        tip_down: "v",
        tip_right: ">",
        tip_left: "<",
        held: "=",
        yes: "y",
        no: "x",
        waiting: "w",
        unasked: "0",
        step: ".",
        death: "x",
        election: "*",
        cut: "]",
        loss: "!",
        parting: "#",
        breach: "%",
        question: "?",
        moving: "o",
        off: "-",
    };

    /// Every set.
    pub const ALL: [&Glyphs; 3] = [&Glyphs::UNICODE, &Glyphs::NARROW, &Glyphs::ASCII];

    /// The set after this one, in a round.
    pub fn next(&self) -> &'static Glyphs {
        let at = Glyphs::ALL.iter().position(|set| set.name == self.name);
        at.and_then(|at| Glyphs::ALL.get(at + 1)).copied().unwrap_or(&Glyphs::UNICODE)
    }
}
