//! The position of everything in a frame, computed in cells before anything is drawn, so that layouts can be
//! compared.
//!
//! Rows are counted from the one below the upper border, columns from the left border, both from 0. All
//! lengths are those of the longest form a text can take, so nothing moves when somebody dies.

use super::layout::Layout;

/// The first column of the left side.
const FIRST: usize = 2;
/// Cells between the texts of two neighbours at the top or bottom.
const GAP: usize = 2;
/// Cells between the tokens of the left side and whatever is to the right of them.
const AISLE: usize = 3;

/// The cells that the title of an empty frame takes.
const TITLE: usize = 25;

/// The cells that a player needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Need {
    /// For the name, with the marks of the dead.
    pub(super) name: usize,
    /// For the role, with the marks of the dead.
    pub(super) role: usize,
    /// For each token, with its parentheses.
    pub(super) tokens: Vec<usize>,
    /// For the longest token.
    longest: usize,
}

impl Need {
    pub(super) fn new(name: usize, role: usize, tokens: Vec<usize>) -> Self {
        let longest = tokens.iter().copied().max().unwrap_or(0);
        Self { name, role, tokens, longest }
    }

    fn text(&self) -> usize {
        self.name.max(self.role)
    }

    /// At the top and bottom, where tokens start in the player's column.
    fn widest(&self) -> usize {
        self.text().max(self.longest)
    }

    /// The number of rows that the player takes on the left or right.
    fn rows(&self) -> usize {
        2 + self.tokens.len()
    }

    /// The distance from the player's column to the marker on the left or right side, and to the tokens under
    /// it.
    pub(super) fn marker(&self) -> usize {
        self.role + 1
    }
}

/// The cells of a marker such as `(14)`.
fn marker_width(column: usize) -> usize {
    2 + column.checked_ilog10().map_or(1, |digits| digits as usize + 1)
}

/// The seats of one side, from left to right or from top to bottom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    first: usize,
    len: usize,
    /// Whether the seats run in the opposite direction, as they do at the bottom and on the left.
    runs_back: bool,
}

impl Side {
    fn seat(self, place: usize) -> usize {
        self.first + if self.runs_back { self.len - 1 - place } else { place }
    }

    /// The seats in reading order.
    pub(super) fn seats(self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        (0..self.len).map(move |place| self.seat(place))
    }

    fn last(self) -> Option<usize> {
        self.len.checked_sub(1).map(|last| self.seat(last))
    }
}

/// The positions of all players.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The column of every seat.
    pub(super) columns: Vec<usize>,
    /// The row of every seat's name; the role is below it.
    pub(super) rows: Vec<usize>,
    /// The width of the whole frame, including both borders.
    pub(super) width: usize,
    /// The height of the whole frame, including both borders.
    pub(super) height: usize,
    pub(super) top: Side,
    pub(super) right: Side,
    pub(super) bottom: Side,
    pub(super) left: Side,
}

impl Plan {
    /// Seats the players.
    pub(super) fn new(needs: &[Need], layout: Layout, has_markers: bool) -> Self {
        let Layout { top, right, bottom, left } = layout;
        let side = |first, len, runs_back| Side { first, len, runs_back };
        let mut plan = Self {
            columns: vec![0; needs.len()],
            rows: vec![0; needs.len()],
            width: 0,
            height: 0,
            top: side(0, top, false),
            right: side(top, right, false),
            bottom: side(top + right, bottom, true),
            left: side(top + right + bottom, left, true),
        };
        let middle = plan.seat_sides(needs);
        let edge = plan.find_columns(needs, middle, has_markers);
        // If nobody is seated there, there is room for the title.
        plan.width = 2 + if needs.is_empty() { TITLE } else { edge };
        plan.find_rows(needs, middle, has_markers);
        plan
    }

    /// Rows of the left and right side, counted from the first row of the middle, and the number of rows.
    fn seat_sides(&mut self, needs: &[Need]) -> usize {
        let rows = |side: Side| {
            side.seats().map(|seat| needs[seat].rows()).sum::<usize>() + side.len.saturating_sub(1)
        };
        let taken = [self.left, self.right].map(rows);
        let middle = taken[0].max(taken[1]);
        for (side, taken) in [self.left, self.right].into_iter().zip(taken) {
            let mut row = 0;
            for (place, seat) in side.seats().enumerate() {
                self.rows[seat] = row + share(middle - taken, place, side.len);
                row += needs[seat].rows() + 1;
            }
        }
        middle
    }

    /// Columns of all seats, and the column after the last one in use.
    fn find_columns(&mut self, needs: &[Need], middle: usize, has_markers: bool) -> usize {
        for (place, seat) in self.left.seats().enumerate() {
            self.columns[seat] = FIRST + place;
        }
        let first = FIRST + self.left.len + usize::from(self.left.len > 0);
        self.line_up(needs, self.top, first, |_| false);
        self.line_up(needs, self.bottom, first + 1, |_| false);
        let aisle = self.right_of_the_left(needs, middle, has_markers);
        self.seat_right(aisle);
        let edge = self.edge(needs, has_markers);

        // Shorter lines spread their players over the width of the longest.
        if let Some(first) = self.right_column() {
            self.seat_right(first + edge - self.side_edge(needs, self.right, has_markers));
        }
        self.spread(needs, self.top, edge, |_| false);
        let top: Vec<usize> = self.top.seats().map(|seat| self.columns[seat]).collect();
        let is_taken = |column: usize| top.binary_search(&column).is_ok();
        self.line_up(needs, self.bottom, first + 1, is_taken);
        self.seat_right(self.right_column().unwrap_or(0));
        let edge = self.edge(needs, has_markers);
        self.spread(needs, self.bottom, edge, is_taken);
        edge
    }

    /// The columns of a line of neighbours, as close as their texts allow. Markers need less room than the
    /// texts, which include the marks of the dead.
    fn line_up(&mut self, needs: &[Need], side: Side, first: usize, is_taken: impl Fn(usize) -> bool) {
        let mut column = first;
        for seat in side.seats() {
            while is_taken(column) {
                column += 1;
            }
            self.columns[seat] = column;
            column += needs[seat].text() + GAP;
        }
    }

    /// Spreads the players of a line, up to the edge or to the right side.
    fn spread(&mut self, needs: &[Need], side: Side, edge: usize, is_taken: impl Fn(usize) -> bool) {
        let Some(last) = side.last() else { return };
        let mut limit = self.right_column().map_or(edge, |right| right.saturating_sub(2));
        let room = limit.min(edge - needs[last].widest()).saturating_sub(self.columns[last]);
        for (place, seat) in side.seats().enumerate().rev() {
            let closest = self.columns[seat];
            let wanted = closest + share(room, place, side.len);
            let mut column = wanted.min(limit).min(edge - needs[seat].widest()).max(closest);
            while is_taken(column) && column > closest {
                column -= 1;
            }
            self.columns[seat] = column;
            if place > 0 {
                let before = side.seat(place - 1);
                limit = column.saturating_sub(needs[before].text() + GAP);
            }
        }
    }

    /// The first column of the right side that leaves room for the left side.
    fn right_of_the_left(&self, needs: &[Need], middle: usize, has_markers: bool) -> usize {
        let mut reach = vec![0; middle];
        // Tokens of the left side start to the left of everyone on the right, so that a reader can tell whose they are.
        let mut column = 0;
        for seat in self.left.seats() {
            let (need, row, own) = (&needs[seat], self.rows[seat], self.columns[seat]);
            let under = own + need.marker();
            reach[row] = own + need.name;
            reach[row + 1] = if has_markers { under + marker_width(own) } else { own + need.role };
            for (place, token) in need.tokens.iter().enumerate() {
                reach[row + 2 + place] = under + token;
            }
            column = column.max(under + 1);
        }
        for (place, seat) in self.right.seats().enumerate() {
            let row = self.rows[seat];
            let beside = reach[row..row + needs[seat].rows()].iter().copied().max().unwrap_or(0);
            if beside > 0 {
                column = column.max((beside + AISLE).saturating_sub(place));
            }
        }
        column
    }

    /// Places the right side in this column or later, to the right of everyone at the top and bottom.
    fn seat_right(&mut self, earliest: usize) {
        let lines = [self.top, self.bottom];
        let inner = lines.iter().filter_map(|line| line.last()).map(|seat| self.columns[seat] + 2);
        let first = inner.fold(earliest, usize::max);
        for (place, seat) in self.right.seats().enumerate() {
            self.columns[seat] = first + place;
        }
    }

    fn right_column(&self) -> Option<usize> {
        self.right.seats().next().map(|seat| self.columns[seat])
    }

    /// The column after the last one that the left or right side uses.
    fn side_edge(&self, needs: &[Need], side: Side, has_markers: bool) -> usize {
        let end = |seat: usize| {
            let (need, column) = (&needs[seat], self.columns[seat]);
            let under = need.longest.max(if has_markers { marker_width(column) } else { 0 });
            column + need.text().max(if under > 0 { need.marker() + under } else { 0 })
        };
        side.seats().map(end).max().unwrap_or(0)
    }

    /// The column after the last one in use.
    fn edge(&self, needs: &[Need], has_markers: bool) -> usize {
        let lines = [self.top, self.bottom].into_iter().flat_map(Side::seats);
        let lines = lines.map(|seat| self.columns[seat] + needs[seat].widest()).max();
        let sides = [self.left, self.right].map(|side| self.side_edge(needs, side, has_markers));
        lines.unwrap_or(0).max(sides[0]).max(sides[1])
    }

    /// Rows of all seats, and the height.
    fn find_rows(&mut self, needs: &[Need], middle: usize, has_markers: bool) {
        let marker = usize::from(has_markers);
        // One row is left free below the upper border, and one between top, middle and bottom.
        let mut row = 1;
        if self.top.len > 0 {
            row += self.stack(needs, self.top, |_, _, _| {}) + marker;
            self.top.seats().for_each(|seat| self.rows[seat] = row);
            row += 2;
        }
        if middle > 0 {
            row += 1;
            let sides = [self.left, self.right].into_iter().flat_map(Side::seats);
            sides.for_each(|seat| self.rows[seat] += row);
            row += middle;
        }
        if self.bottom.len > 0 {
            row += 1;
            self.bottom.seats().for_each(|seat| self.rows[seat] = row);
            row += 2 + marker + self.stack(needs, self.bottom, |_, _, _| {});
        }
        self.height = row + 2;
    }

    /// Stacks the tokens at the top or bottom, each as close to its player as those to its right allow. Calls
    /// back with the seat of each, its index among the seat's tokens and its level, counted from the players;
    /// returns the number of levels.
    pub(super) fn stack(
        &self,
        needs: &[Need],
        side: Side,
        mut place: impl FnMut(usize, usize, usize),
    ) -> usize {
        // The first column in use on each level.
        let mut taken: Vec<usize> = Vec::new();
        for seat in side.seats().rev() {
            let column = self.columns[seat];
            let mut level = 0;
            for (token, width) in needs[seat].tokens.iter().enumerate() {
                while taken.get(level).is_some_and(|&taken| column + width + 1 > taken) {
                    level += 1;
                }
                place(seat, token, level);
                level += 1;
            }
            // Below the last token, anything that is not a token is a `()` leading there.
            taken.resize(taken.len().max(level), column);
            taken[..level].fill(column);
        }
        taken.len()
    }
}

/// How much of the spare room goes before this position: nothing before the first, all before the last, half
/// before an only one.
fn share(room: usize, place: usize, places: usize) -> usize {
    match places {
        0 | 1 => room / 2,
        _ => room * place / (places - 1),
    }
}
