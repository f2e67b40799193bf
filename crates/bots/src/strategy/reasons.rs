//! A bot's assessment of its options, for `powergrab strategies NAME --explain`.

/// Scores of all options of one decision, in the options' order, each the sum of some terms; minus
/// infinity for options that the bot never takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    terms: Vec<&'static str>,
    scores: Vec<Vec<f64>>,
    notes: Vec<String>,
}

impl Reasons {
    /// Returns an empty list of scores with these terms.
    pub fn new(terms: &[&'static str]) -> Reasons {
        Reasons {
            terms: terms.to_vec(),
            scores: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds the next option's score, term by term.
    ///
    /// # Panics
    /// In debug builds, panics unless there is one number for each term.
    pub fn add(&mut self, score: &[f64]) {
        debug_assert_eq!(score.len(), self.terms.len());
        self.scores.push(score.to_vec());
    }

    /// Adds a short note that concerns all options.
    pub fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    /// Returns the notes.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the names of the terms.
    pub fn terms(&self) -> &[&'static str] {
        &self.terms
    }

    /// Returns the scores by option, then by term.
    pub fn scores(&self) -> &[Vec<f64>] {
        &self.scores
    }
}
