//! How many players sit on each side of a frame, and how a layout is chosen.
//!
//! **Reads** `3,3,3,3`, which is top, right, bottom and left, clockwise like the seats; or how to choose:
//! `auto`, `square`, `area`, `width=80`, `height=24`.
//!
//! **Writes** `3,3,3,3`.

use std::fmt;

use gaslamp_core::Diagnostic;

use super::plan::{Need, Plan};

/// The number of players on each side. Somebody sits on top unless the table is empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Layout {
    /// On top, from left to right.
    pub top: usize,
    /// On the right, from top to bottom.
    pub right: usize,
    /// At the bottom, from right to left.
    pub bottom: usize,
    /// On the left, from bottom to top.
    pub left: usize,
}

impl Layout {
    /// Every layout for that many players.
    pub fn all(players: usize) -> impl Iterator<Item = Self> {
        (players.min(1)..=players).flat_map(move |top| {
            (0..=players - top).flat_map(move |right| {
                (0..=players - top - right).map(move |bottom| Self {
                    top,
                    right,
                    bottom,
                    left: players - top - right - bottom,
                })
            })
        })
    }

    /// Reads `3,3,3,3`.
    ///
    /// # Errors
    /// When the text is not four numbers.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let sides: Result<Vec<usize>, _> = text.split(',').map(|side| side.trim().parse()).collect();
        match sides.as_deref() {
            Ok(&[top, right, bottom, left]) => Ok(Self { top, right, bottom, left }),
            _ => Err(Diagnostic::new("botc/frame/layout", format!("`{text}` is not a layout")).fix(
                "T,R,B,L (players on top, right, bottom and left), auto, square, area, width=N or height=N",
            )),
        }
    }

    /// Refuses a layout that does not seat exactly this many players.
    fn check(self, players: usize) -> Result<Self, Diagnostic> {
        let wrong = |message| Err(Diagnostic::new("botc/frame/layout", message));
        let sides = [self.top, self.right, self.bottom, self.left];
        // Numbers too large to add are certainly more than the players.
        let sum = sides.iter().try_fold(0_usize, |sum, &side| sum.checked_add(side));
        if sum != Some(players) {
            return wrong(format!("the layout {self} must sum to {players}, the number of players"));
        }
        if self.top == 0 && players > 0 {
            let message = format!("the layout {self} seats nobody on top, where the first player must sit");
            return wrong(format!("{message}; top must be at least 1 and the sum {players}"));
        }
        Ok(self)
    }

    /// What is ugly about it, the worst first; the lowest is preferred among layouts that are otherwise
    /// equal. Ideal are 2 to 4 players on the left and 3 to 5 on the right, no side above 5, left and right
    /// alike, top and bottom alike.
    fn flaws(self) -> [usize; 4] {
        let sides = [self.top, self.right, self.bottom, self.left];
        let crowded = sides.iter().filter(|&&side| side > 5).count();
        [
            usize::from(!(2..=4).contains(&self.left)) + usize::from(!(3..=5).contains(&self.right)),
            crowded,
            self.left.abs_diff(self.right),
            self.top.abs_diff(self.bottom),
        ]
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.top, self.right, self.bottom, self.left)
    }
}

/// How a layout is chosen. Sizes are those of the whole frame, including its tokens and, if printed, its
/// markers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// Like [`Choice::Width`] of 80, which most terminals have.
    #[default]
    Auto,
    /// The closest to a square on screen, a cell being about 10 high by 6 wide. Since that is not exact, the
    /// ratio of the longer side to the shorter is rounded to steps of a twentieth.
    Square,
    /// The one that takes the fewest cells.
    Area,
    /// The widest within this width, and the lowest of those; the narrowest if none fits.
    Width(usize),
    /// The narrowest within this height, and the lowest of those; the lowest if none fits.
    Height(usize),
    /// This layout.
    Given(Layout),
}

impl Choice {
    /// Reads `auto`, `square`, `area`, `width=80`, `height=24` or a layout.
    ///
    /// # Errors
    /// When it is none of these.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let text = text.trim();
        let number = |value: &str| {
            value.trim().parse().map_err(|_| {
                let message = format!("`{value}` is not a number of columns or lines");
                Diagnostic::new("botc/frame/layout", message).fix("width=80 or height=24")
            })
        };
        match (text, text.split_once('=')) {
            ("auto", _) => Ok(Self::Auto),
            ("square", _) => Ok(Self::Square),
            ("area", _) => Ok(Self::Area),
            (_, Some(("width", value))) => number(value).map(Self::Width),
            (_, Some(("height", value))) => number(value).map(Self::Height),
            _ => Layout::read(text).map(Self::Given),
        }
    }

    /// The plan of the chosen layout.
    pub(super) fn plan(self, needs: &[Need], has_markers: bool) -> Result<Plan, Diagnostic> {
        let plan = |layout| Plan::new(needs, layout, has_markers);
        if let Self::Given(layout) = self {
            return layout.check(needs.len()).map(plan);
        }
        let mut best = None;
        for layout in Layout::all(needs.len()) {
            let plan = plan(layout);
            let rank = (self.rank(&plan), layout.flaws(), layout);
            if best.as_ref().is_none_or(|(known, _)| rank < *known) {
                best = Some((rank, plan));
            }
        }
        // There is always a layout; for no players it is the empty one.
        Ok(best.map_or_else(|| plan(Layout::default()), |(_, plan)| plan))
    }

    /// How well a frame of this size fits the choice; lower is better.
    fn rank(self, plan: &Plan) -> [usize; 3] {
        let (width, height) = (plan.width, plan.height);
        match self {
            Self::Auto => Self::Width(80).rank(plan),
            Self::Width(most) if width <= most => [0, most - width, height],
            Self::Width(_) => [1, width, height],
            Self::Height(most) if height <= most => [0, width, height],
            Self::Height(_) => [1, height, width],
            Self::Area | Self::Given(_) => [width * height, 0, 0],
            Self::Square => {
                let (across, down) = (6 * width, 10 * height);
                [across.max(down) * 20 / across.min(down).max(1), 0, 0]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_and_choices_are_read() {
        let layout = Layout { top: 5, right: 1, bottom: 5, left: 1 };
        let table = [
            ("auto", Choice::Auto),
            (" square ", Choice::Square),
            ("area", Choice::Area),
            ("width=72", Choice::Width(72)),
            ("height=9", Choice::Height(9)),
            ("5,1,5,1", Choice::Given(layout)),
            ("5, 1, 5, 1", Choice::Given(layout)),
        ];
        for (text, choice) in table {
            assert_eq!(Choice::read(text), Ok(choice), "{text}");
        }
        assert_eq!(layout.to_string(), "5,1,5,1");
        for text in ["", "wide", "3,3,3", "3,3,3,3,3", "a,b,c,d", "width=", "width=x", "height=-1", "depth=3"]
        {
            assert_eq!(Choice::read(text).map_err(|problem| problem.id), Err("botc/frame/layout"), "{text}");
        }
    }

    #[test]
    fn all_layouts_seat_everybody() {
        for (players, count) in [(0, 1), (1, 1), (2, 4), (5, 35), (20, 1540)] {
            let all: Vec<Layout> = Layout::all(players).collect();
            assert_eq!(all.len(), count, "{players}");
            assert!(all.iter().all(|layout| layout.check(players).is_ok()));
        }
    }

    #[test]
    fn a_layout_that_seats_others_is_refused() {
        let table = [
            ("3,3,3,3", 11),
            ("0,3,3,3", 9),
            ("0,0,0,0", 1),
            ("1,0,0,0", 0),
            ("18446744073709551615,2,0,0", 1),
        ];
        for (text, players) in table {
            let layout = Layout::read(text).unwrap();
            let problem = layout.check(players).unwrap_err();
            assert_eq!(problem.id, "botc/frame/layout");
            assert!(problem.message.contains(&format!("{players}")), "{problem}");
        }
    }

    #[test]
    fn between_equals_the_balanced_one_is_preferred() {
        let flaws = |text| Layout::read(text).unwrap().flaws();
        for (better, worse) in
            [("3,3,3,3", "4,2,4,2"), ("3,3,3,3", "6,0,6,0"), ("4,3,3,2", "4,4,2,2"), ("5,1,5,1", "6,1,4,1")]
        {
            assert!(flaws(better) < flaws(worse), "{better} {worse}");
        }
    }
}
