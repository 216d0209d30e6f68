//! What pictures are made with: elements, escaped text, the width of text, colours for light and dark.
//!
//! All lengths are whole pixels. Nobody here knows which font will draw a text, so widths are those of the wider of
//! the usual ones; a text with characters that have no known width is given its length (`textLength`).

use std::fmt::{self, Write};

use crate::printable::is_unseen;

/// For which background a picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As whoever looks prefers.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of that name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// A colour of a style rule, on light and on dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// To what it belongs, as in CSS: `.card rect`.
    pub selector: &'static str,
    /// Which colour of it: `fill`, `stroke`, `color`.
    pub property: &'static str,
    /// The colour on light.
    pub light: &'static str,
    /// The colour on dark.
    pub dark: &'static str,
}

impl Paint {
    /// A colour of a style rule.
    #[must_use]
    pub const fn new(
        selector: &'static str,
        property: &'static str,
        light: &'static str,
        dark: &'static str,
    ) -> Self {
        Self { selector, property, light, dark }
    }
}

/// What is said about a whole picture.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The class of the picture; every style rule is for it alone, so that several can be on one page.
    pub class: &'static str,
    /// What it shows, for who cannot see it.
    pub title: &'a str,
    /// How wide it is.
    pub width: i32,
    /// How high it is.
    pub height: i32,
    /// For which background.
    pub theme: Theme,
    /// The style rules that are the same on every background.
    pub rules: &'a [(&'static str, &'static str)],
    /// The others.
    pub paints: &'a [Paint],
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Area {
    /// Its left side.
    pub x: i32,
    /// Its top.
    pub y: i32,
    /// How wide it is.
    pub width: i32,
    /// How high it is.
    pub height: i32,
}

impl Area {
    /// Its right side.
    #[must_use]
    pub const fn right(self) -> i32 {
        self.x + self.width
    }

    /// Its bottom.
    #[must_use]
    pub const fn bottom(self) -> i32 {
        self.y + self.height
    }

    /// Whether the two have a place in common; sides that touch do not count.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Anchor {
    /// Its beginning.
    #[default]
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A line of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text<'a> {
    /// Where it is, sideways.
    pub x: i32,
    /// Where its base line is.
    pub y: i32,
    /// The size of its letters.
    pub size: i32,
    /// Which part of it is there.
    pub anchor: Anchor,
    /// Its style.
    pub class: &'a str,
    /// What it says.
    pub text: &'a str,
}

impl Text<'_> {
    /// The place that it may need.
    #[must_use]
    pub fn area(&self) -> Area {
        let width = text_width(self.text, self.size);
        let left = match self.anchor {
            Anchor::Start => 0,
            Anchor::Middle => width / 2,
            Anchor::End => width,
        };
        Area { x: self.x - left, y: self.y - self.size, width, height: line_height(self.size) }
    }
}

/// A value of an attribute.
pub type Value<'a> = &'a dyn fmt::Display;

/// The elements of a picture, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Svg {
    body: String,
    open: Vec<&'static str>,
}

impl Svg {
    /// An empty picture.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An element with nothing in it.
    pub fn leaf(&mut self, tag: &'static str, attrs: &[(&str, Value<'_>)]) {
        self.begin(tag, attrs);
        self.body.push_str("/>\n");
    }

    /// An element in which others are, up to [`Svg::close`].
    pub fn open(&mut self, tag: &'static str, attrs: &[(&str, Value<'_>)]) {
        self.begin(tag, attrs);
        self.body.push_str(">\n");
        self.open.push(tag);
    }

    /// Closes what was opened last.
    pub fn close(&mut self) {
        if let Some(tag) = self.open.pop() {
            push(&mut self.body, format_args!("</{tag}>\n"));
        }
    }

    /// What is shown when somebody points at the element that is open.
    pub fn title(&mut self, title: &str) {
        push(&mut self.body, format_args!("<title>{}</title>\n", escape(title)));
    }

    /// What the element that is open shows, at length or in a form that programs read.
    pub fn desc(&mut self, desc: &str) {
        push(&mut self.body, format_args!("<desc>{}</desc>\n", escape(desc)));
    }

    /// A circle around that place.
    pub fn circle(&mut self, x: i32, y: i32, radius: i32, class: &str) {
        self.leaf("circle", &[("class", &class), ("cx", &x), ("cy", &y), ("r", &radius)]);
    }

    /// A rectangle with round corners.
    pub fn rect(&mut self, area: Area, radius: i32, class: &str) {
        let Area { x, y, width, height } = area;
        self.leaf(
            "rect",
            &[
                ("class", &class),
                ("x", &x),
                ("y", &y),
                ("width", &width),
                ("height", &height),
                ("rx", &radius),
            ],
        );
    }

    /// A line, as SVG writes paths.
    pub fn path(&mut self, path: &str, class: &str) {
        self.leaf("path", &[("class", &class), ("d", &path)]);
    }

    /// A line of text.
    pub fn text(&mut self, text: &Text<'_>) {
        let mut attrs: Vec<(&str, Value<'_>)> =
            vec![("class", &text.class), ("x", &text.x), ("y", &text.y), ("font-size", &text.size)];
        match text.anchor {
            Anchor::Start => {}
            Anchor::Middle => attrs.push(("text-anchor", &"middle")),
            Anchor::End => attrs.push(("text-anchor", &"end")),
        }
        let width = text_width(text.text, text.size);
        if text.text.chars().any(|c| known_width(c).is_none()) {
            attrs.push(("textLength", &width));
            attrs.push(("lengthAdjust", &"spacingAndGlyphs"));
        }
        self.begin("text", &attrs);
        push(&mut self.body, format_args!(">{}</text>\n", escape(text.text)));
    }

    /// The whole picture.
    #[must_use]
    pub fn finish(mut self, frame: &Frame<'_>) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        let Frame { class, title, width, height, .. } = *frame;
        let mut svg = String::with_capacity(self.body.len() + 4096);
        push(
            &mut svg,
            format_args!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" role=\"img\" \
                 width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n"
            ),
        );
        push(&mut svg, format_args!("<title>{}</title>\n<style>\n{}</style>\n", escape(title), style(frame)));
        svg.push_str(&self.body);
        svg.push_str("</svg>\n");
        svg
    }

    fn begin(&mut self, tag: &str, attrs: &[(&str, Value<'_>)]) {
        push(&mut self.body, format_args!("<{tag}"));
        for (name, value) in attrs {
            push(&mut self.body, format_args!(" {name}=\"{}\"", escape(&value.to_string())));
        }
    }
}

/// The style rules: colours on light, and on dark where that is asked for.
fn style(frame: &Frame<'_>) -> String {
    let class = frame.class;
    let mut css = String::new();
    for (selector, rule) in frame.rules {
        push(&mut css, format_args!(".{class} {selector}{{{rule}}}\n"));
    }
    let colours = |css: &mut String, is_dark: bool| {
        for Paint { selector, property, light, dark } in frame.paints {
            let colour = if is_dark { dark } else { light };
            push(css, format_args!(".{class} {selector}{{{property}:{colour}}}\n"));
        }
    };
    colours(&mut css, frame.theme == Theme::Dark);
    if frame.theme == Theme::Auto {
        css.push_str("@media (prefers-color-scheme: dark){\n");
        colours(&mut css, true);
        css.push_str("}\n");
    }
    css
}

/// Text that means itself in XML. What XML cannot hold becomes the sign for that.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if is_unseen(c) => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// How high a line of text is, with the room below its letters.
#[must_use]
pub const fn line_height(size: i32) -> i32 {
    (size * 13 + 9) / 10
}

/// How wide a text is at most.
#[must_use]
pub fn text_width(text: &str, size: i32) -> i32 {
    let thousandths: i64 = text.chars().map(|c| i64::from(width(c))).sum();
    let pixels = (thousandths * i64::from(size) + 999) / 1000;
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

/// The text, or as much of its beginning as is not wider than that, with `…` behind it.
#[must_use]
pub fn fit(text: &str, size: i32, most: i32) -> String {
    const MORE: char = '…';
    let limit = i64::from(most) * 1000 / i64::from(size.max(1));
    let mut taken = 0;
    // How much of the text there is room for, if `…` follows.
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if taken + i64::from(width(MORE)) <= limit {
            end = at;
        }
        taken += i64::from(width(c));
        if taken > limit {
            return format!("{}{MORE}", text[..end].trim_end());
        }
    }
    text.to_owned()
}

/// The text in lines that are not wider than that, broken between words. The last of so many lines ends with `…`
/// if there is more.
#[must_use]
pub fn wrap(text: &str, size: i32, most: i32, lines: usize) -> Vec<String> {
    let mut wrapped: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let is_last = wrapped.len() == lines.max(1);
        match wrapped.last_mut() {
            Some(line) if is_last || text_width(&format!("{line} {word}"), size) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => wrapped.push(word.to_owned()),
        }
    }
    wrapped.iter().map(|line| fit(line, size, most)).collect()
}

/// Puts things of these widths and heights side by side, in as many rows as they need: the place of each, as high
/// as its row, and the height of it all.
#[must_use]
pub fn shelve(sizes: &[(i32, i32)], gap: i32, most: i32) -> (Vec<Area>, i32) {
    let mut places: Vec<Area> = Vec::with_capacity(sizes.len());
    let (mut row, mut x, mut y) = (0, 0, 0);
    for (at, &(width, height)) in sizes.iter().enumerate() {
        if at > row && x + width > most {
            y += places.last().map_or(0, |place| place.height) + gap;
            (row, x) = (at, 0);
        }
        places.push(Area { x, y, width, height });
        let highest = places[row..].iter().map(|place| place.height).max().unwrap_or(0);
        places[row..].iter_mut().for_each(|place| place.height = highest);
        x += width + gap;
    }
    let bottom = places.last().map_or(0, |place| place.bottom());
    (places, bottom)
}

/// The widths of ASCII from the space on, in thousandths of the size: the wider of Arial and DejaVu Sans.
const ASCII: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
    636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556, 1015, 684, 686, 722, 770, 667, 611, 778, 752, 295,
    500, 667, 557, 863, 748, 787, 667, 787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 337, 390, 838,
    556, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
    392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];
/// For what has no known width; wide enough for the scripts that have square letters.
const UNKNOWN: u16 = 1100;

fn width(c: char) -> u16 {
    known_width(c).unwrap_or(UNKNOWN)
}

fn known_width(c: char) -> Option<u16> {
    match c {
        ' '..='~' => ASCII.get(c as usize - ' ' as usize).copied(),
        'Æ' | 'æ' | 'Œ' | 'œ' | '…' | '—' | '→' | '™' => Some(1100),
        '·' | '’' | '‘' => Some(400),
        '“' | '”' | '–' => Some(560),
        'À'..='ɏ' => Some(if c.is_lowercase() { 680 } else { 860 }),
        _ => None,
    }
}

/// Writing to a string cannot fail.
fn push(text: &mut String, what: fmt::Arguments<'_>) {
    let _ = text.write_fmt(what);
}
