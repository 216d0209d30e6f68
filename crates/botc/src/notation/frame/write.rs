//! Draws a frame.

use gaslamp_core::number_format::plural;
use gaslamp_core::{Diagnostic, display_width};

use super::layout::Choice;
use super::plan::{Need, Plan};
use crate::notation::grimoire_text::{GrimoireText, Life, Player};
use crate::notation::line::{self, Naming};

/// How a frame is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Whether every player's column is marked: `(14)`.
    pub columns: bool,
    /// How the owners of tokens are written.
    pub naming: Naming,
}

/// Writes a grimoire as a frame, with everything that is not at a seat on a line below.
///
/// # Errors
/// When a given layout does not seat all players, or there are more players than a table can have.
pub fn write(grimoire: &GrimoireText, choice: Choice, options: Options) -> Result<String, Diagnostic> {
    let players = grimoire.players.len();
    if players > GrimoireText::MOST {
        return Err(line::too_many(players));
    }
    let texts: Vec<Texts> = grimoire.players.iter().map(|player| Texts::of(player, options.naming)).collect();
    let needs: Vec<Need> = texts.iter().map(Texts::need).collect();
    let plan = choice.plan(&needs, options.columns)?;
    let mut out = String::new();
    draw(&plan, &needs, &texts, options.columns).write(&title(players, plan.width - 2), plan.width, &mut out);
    let mut behind = String::new();
    line::write_behind_the_seats(grimoire, &mut behind);
    if !behind.is_empty() {
        out.push_str(behind.trim_start());
        out.push('\n');
    }
    Ok(out)
}

/// The title in the upper border, as far as there is room.
fn title(players: usize, room: usize) -> String {
    let titles = [format!("─ Grimoire ({}) ", plural(players, "player")), "─ Grimoire ".to_owned()];
    titles.into_iter().find(|title| display_width::of(title) <= room).unwrap_or_default()
}

/// The texts of a player.
struct Texts {
    name: String,
    role: String,
    life: Life,
    tokens: Vec<String>,
}

impl Texts {
    fn of(player: &Player, naming: Naming) -> Self {
        let (mut name, mut role) = (String::new(), String::new());
        line::write_name(&player.name, &mut name);
        line::write_known(player.character, &mut role);
        let token = |token| {
            let mut text = "(".to_owned();
            line::write_token(token, naming, &mut text);
            text + ")"
        };
        Self { name, role, life: player.life, tokens: player.tokens.iter().map(token).collect() }
    }

    /// The cells that all this may take, whoever dies.
    fn need(&self) -> Need {
        let longest =
            |texts: [String; 3]| texts.iter().map(|text| display_width::of(text)).max().unwrap_or(0);
        let lives = [Life::Alive, Life::Dead, Life::Spent];
        let tokens = self.tokens.iter().map(|token| display_width::of(token)).collect();
        Need::new(
            longest(lives.map(|life| self.name(life))),
            longest(lives.map(|life| self.role(life))),
            tokens,
        )
    }

    fn name(&self, life: Life) -> String {
        let name = &self.name;
        match life {
            Life::Alive => name.clone(),
            Life::Dead => format!("*{name}*"),
            Life::Spent => format!("*~~{name}~~*"),
        }
    }

    fn role(&self, life: Life) -> String {
        let role = &self.role;
        if life == Life::Alive { role.clone() } else { format!("*{role}*") }
    }
}

/// Draws everything at the positions of the plan.
fn draw(plan: &Plan, needs: &[Need], texts: &[Texts], has_markers: bool) -> Canvas {
    let mut canvas = Canvas { rows: (2..plan.height).map(|_| Vec::new()).collect() };
    for (seat, texts) in texts.iter().enumerate() {
        let (row, column) = (plan.rows[seat], plan.columns[seat]);
        canvas.put(row, column, needs[seat].name, texts.name(texts.life));
        canvas.put(row + 1, column, needs[seat].role, texts.role(texts.life));
    }
    let marker = usize::from(has_markers);
    for (side, is_above) in [(plan.top, true), (plan.bottom, false)] {
        let beyond = |seat: usize, by: usize| {
            let name = plan.rows[seat];
            if is_above { name - 1 - by } else { name + 2 + by }
        };
        for seat in side.seats().filter(|_| has_markers) {
            canvas.mark(beyond(seat, 0), plan.columns[seat], plan.columns[seat]);
        }
        let mut reached = vec![0; texts.len()];
        plan.stack(needs, side, |seat, token, level| {
            let column = plan.columns[seat];
            for between in reached[seat]..level {
                canvas.put(beyond(seat, marker + between), column, 2, "()".to_owned());
            }
            reached[seat] = level + 1;
            let text = texts[seat].tokens[token].clone();
            canvas.put(beyond(seat, marker + level), column, needs[seat].tokens[token], text);
        });
    }
    for seat in plan.left.seats().chain(plan.right.seats()) {
        let (row, column) = (plan.rows[seat] + 1, plan.columns[seat] + needs[seat].marker());
        if has_markers {
            canvas.mark(row, column, plan.columns[seat]);
        }
        for (place, token) in texts[seat].tokens.iter().enumerate() {
            canvas.put(row + 1 + place, column, needs[seat].tokens[place], token.clone());
        }
    }
    canvas
}

/// The inside of a box: pieces of text, row by row.
struct Canvas {
    rows: Vec<Vec<Piece>>,
}

struct Piece {
    column: usize,
    /// The cells reserved for it, which may be more than it takes.
    room: usize,
    text: String,
}

impl Canvas {
    fn put(&mut self, row: usize, column: usize, room: usize, text: String) {
        self.rows[row].push(Piece { column, room, text });
    }

    /// Writes the number of a column there.
    fn mark(&mut self, row: usize, column: usize, marked: usize) {
        let text = format!("({marked})");
        self.put(row, column, text.len(), text);
    }

    /// Writes the box.
    fn write(mut self, title: &str, frame: usize, out: &mut String) {
        let border = "─".repeat(frame - 2 - display_width::of(title));
        out.extend(["┌", title, &border, "┐\n"]);
        for row in &mut self.rows {
            row.sort_by_key(|piece| piece.column);
            out.push('│');
            let mut column = 1;
            for piece in row {
                out.extend(spaces(piece.column - column));
                out.push_str(&piece.text);
                out.extend(spaces(piece.room - display_width::of(&piece.text)));
                column = piece.column + piece.room;
            }
            out.extend(spaces(frame - 1 - column));
            out.push_str("│\n");
        }
        out.extend(["└", &"─".repeat(frame - 2), "┘\n"]);
    }

    /// Two pieces that overlap or touch, or one that touches a border.
    #[cfg(test)]
    fn clash(&mut self, frame: usize) -> Option<String> {
        for row in &mut self.rows {
            row.sort_by_key(|piece| piece.column);
            let mut free = 2;
            for piece in row {
                if piece.column < free
                    || piece.column + piece.room + 2 > frame
                    || piece.room < display_width::of(&piece.text)
                {
                    return Some(piece.text.clone());
                }
                free = piece.column + piece.room + 1;
            }
        }
        None
    }
}

fn spaces(count: usize) -> impl Iterator<Item = char> {
    std::iter::repeat_n(' ', count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::frame::Layout;
    use gaslamp_core::Rng;

    #[test]
    fn no_cell_is_written_twice() {
        let mut rng = Rng::new(1);
        for players in 0..=GrimoireText::MOST {
            for layout in Layout::all(players) {
                let mut word = |least: u32, most: u32| "x".repeat((least + rng.below(most)) as usize);
                let texts: Vec<Texts> = (0..players)
                    .map(|seat| Texts {
                        name: word(1, 12),
                        role: word(1, 30),
                        life: Life::Spent,
                        tokens: (0..(seat * 5 + players) % 7).map(|_| word(3, 40)).collect(),
                    })
                    .collect();
                let needs: Vec<Need> = texts.iter().map(Texts::need).collect();
                for has_markers in [false, true] {
                    let plan = Plan::new(&needs, layout, has_markers);
                    let clash = draw(&plan, &needs, &texts, has_markers).clash(plan.width);
                    assert_eq!(clash, None, "{layout}");
                }
            }
        }
    }
}
