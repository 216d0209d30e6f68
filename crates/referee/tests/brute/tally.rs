//! What several judges say of grimoires, summed up. Accepts the verdicts on one grimoire after the other, emits how many were legal, illegal and open; fails
//! if any two judges differ.

use gaslamp_botc::notation::grimoire_text::GrimoireText;
use gaslamp_botc::notation::line::{self, Naming};

/// What was compared.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) legal: usize,
    pub(crate) illegal: usize,
    /// Grimoires of which somebody does not know.
    pub(crate) open: usize,
    wrong: Vec<String>,
}

impl Tally {
    /// What each says of a grimoire; none who does not know. Nothing is compared where only one knows.
    pub(crate) fn compare(&mut self, grimoire: &GrimoireText, verdicts: &[(&str, Option<bool>)]) {
        let known: Vec<bool> = verdicts.iter().filter_map(|(_, verdict)| *verdict).collect();
        self.open += usize::from(known.len() < verdicts.len());
        match known.as_slice() {
            [] | [_] => {}
            [first, others @ ..] if others.iter().any(|verdict| verdict != first) => {
                let shown = line::write(grimoire, Naming::Long);
                self.wrong.push(format!("{shown} is legal: {verdicts:?}"));
            }
            [true, ..] => self.legal += 1,
            [false, ..] => self.illegal += 1,
        }
    }

    /// Nothing was wrong, and more was compared than stayed open.
    #[expect(clippy::print_stdout, reason = "shown with --nocapture")]
    pub(crate) fn end(&self) {
        let Self { legal, illegal, open, wrong } = self;
        let counts = format!("{} wrong, {legal} legal, {illegal} illegal, {open} open", wrong.len());
        println!("{counts}");
        assert!(wrong.is_empty(), "{counts}:\n{}", wrong.join("\n"));
        assert!(*open < legal + illegal, "{counts}");
    }
}
