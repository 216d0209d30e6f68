//! Building blocks of pictures: elements, escaped text, text widths, colours for light and dark.
//!
//! All lengths are whole pixels. The font that will draw a text is unknown, so widths are those of the widest
//! of the usual fonts; a text with characters of unknown width gets an explicit length (`textLength`).

use std::fmt::{self, Write};

use crate::printable::is_unseen;

/// The background a picture is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Whatever the viewer prefers.
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

    /// The name of the theme.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme with that name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// A colour of a style rule, on light and on dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// What it applies to, as in CSS: `.card rect`.
    pub selector: &'static str,
    /// Which colour it sets: `fill`, `stroke`, `color`.
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

/// The properties of a whole picture.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The class of the picture. Every style rule is limited to it, so that several pictures can share a
    /// page.
    pub class: &'static str,
    /// What it shows, for those who cannot see it.
    pub title: &'a str,
    /// How wide it is.
    pub width: i32,
    /// How high it is.
    pub height: i32,
    /// The background it is made for.
    pub theme: Theme,
    /// The style rules that are the same on every background.
    pub rules: &'a [(&'static str, &'static str)],
    /// The colours that depend on the background.
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

    /// Whether the two share an area; touching sides do not count.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }
}

/// Which part of a text is at its position.
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
    /// Its horizontal position.
    pub x: i32,
    /// The position of its baseline.
    pub y: i32,
    /// The font size.
    pub size: i32,
    /// Which part of it is at its position.
    pub anchor: Anchor,
    /// Its CSS class.
    pub class: &'a str,
    /// What it says.
    pub text: &'a str,
}

impl Text<'_> {
    /// The area it may take up.
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

    /// An element without content.
    pub fn leaf(&mut self, tag: &'static str, attrs: &[(&str, Value<'_>)]) {
        self.begin(tag, attrs);
        self.body.push_str("/>\n");
    }

    /// Opens an element that holds others until [`Svg::close`].
    pub fn open(&mut self, tag: &'static str, attrs: &[(&str, Value<'_>)]) {
        self.begin(tag, attrs);
        self.body.push_str(">\n");
        self.open.push(tag);
    }

    /// Closes the element opened last.
    pub fn close(&mut self) {
        if let Some(tag) = self.open.pop() {
            push(&mut self.body, format_args!("</{tag}>\n"));
        }
    }

    /// The tooltip of the open element.
    pub fn title(&mut self, title: &str) {
        push(&mut self.body, format_args!("<title>{}</title>\n", escape(title)));
    }

    /// The description of the open element, at length or in a form that programs read.
    pub fn desc(&mut self, desc: &str) {
        push(&mut self.body, format_args!("<desc>{}</desc>\n", escape(desc)));
    }

    /// A circle around that point.
    pub fn circle(&mut self, x: i32, y: i32, radius: i32, class: &str) {
        self.leaf("circle", &[("class", &class), ("cx", &x), ("cy", &y), ("r", &radius)]);
    }

    /// A rectangle with rounded corners.
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

    /// A path in SVG notation.
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

/// The style rules, with colours for light, dark or both.
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

/// Text escaped for XML. Characters that XML cannot hold become the replacement character.
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

/// The height of a line of text, including the room below its letters.
#[must_use]
pub const fn line_height(size: i32) -> i32 {
    (size * 13 + 9) / 10
}

/// The greatest width a text can have.
#[must_use]
pub fn text_width(text: &str, size: i32) -> i32 {
    let thousandths: i64 = text.chars().map(|c| i64::from(width(c))).sum();
    let pixels = (thousandths * i64::from(size) + 999) / 1000;
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

/// The text if it fits the width, otherwise as much of its beginning as fits, followed by `…`.
#[must_use]
pub fn fit(text: &str, size: i32, most: i32) -> String {
    const MORE: char = '…';
    let limit = i64::from(most) * 1000 / i64::from(size.max(1));
    let mut taken = 0;
    // How much of the text fits if `…` follows.
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

/// The text broken between words into at most `lines` lines of that width. The last line ends with `…` if
/// there is more.
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

/// Places boxes of these widths and heights side by side, in as many rows as they need. Returns the area of
/// each, as high as its row, and the total height.
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

/// The widths of ASCII from the space on, in thousandths of the font size: the wider of Arial and DejaVu
/// Sans.
const ASCII: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
    636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556, 1015, 684, 686, 722, 770, 667, 611, 778, 752, 295,
    500, 667, 557, 863, 748, 787, 667, 787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 337, 390, 838,
    556, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
    392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];
/// The width of anything not listed; enough for scripts with square letters.
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
