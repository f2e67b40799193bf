//! What a bot thinks of its options, for `powergrab strategies NAME --explain`.

/// Scores of all options of one decision, in the options' order, each the sum of some terms; minus infinity for what the bot never
/// does.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    terms: Vec<&'static str>,
    scores: Vec<Vec<f64>>,
    notes: Vec<String>,
}

impl Reasons {
    /// No score yet, in these terms.
    pub fn new(terms: &[&'static str]) -> Reasons {
        Reasons {
            terms: terms.to_vec(),
            scores: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The next option's score, term by term.
    ///
    /// # Panics
    /// In debug builds, where there is not one number for each term.
    pub fn add(&mut self, score: &[f64]) {
        debug_assert_eq!(score.len(), self.terms.len());
        self.scores.push(score.to_vec());
    }

    /// Something that concerns all options, in a few words.
    pub fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    /// What concerns all options.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The names of the terms.
    pub fn terms(&self) -> &[&'static str] {
        &self.terms
    }

    /// The scores by option, then by term.
    pub fn scores(&self) -> &[Vec<f64>] {
        &self.scores
    }
}
