//! What a long search has finished, in its order. The search is a pure function of these records, so this is all that has to be
//! kept: to resume is to go through the same steps again with the records read instead of made.

/// Keeps records where they outlive the program.
pub type Keep<'a, R> = &'a mut dyn FnMut(&[R]) -> Result<(), String>;

/// The records of a search.
pub struct Log<'a, R> {
    records: Vec<R>,
    next: usize,
    keep: Keep<'a, R>,
}

/// A step that gives no record.
#[derive(Debug)]
pub enum StepError<E> {
    /// It could not be made.
    Made(E),
    /// The record in its place is that of another step.
    Differs,
    /// It cannot be kept.
    Keep(String),
}

impl<'a, R> Log<'a, R> {
    /// A log that has these records already.
    #[must_use]
    pub fn new(records: Vec<R>, keep: Keep<'a, R>) -> Log<'a, R> {
        Log {
            records,
            next: 0,
            keep,
        }
    }

    /// Whether the next step is on record.
    #[must_use]
    pub fn knows_next(&self) -> bool {
        self.next < self.records.len()
    }

    /// The record of the next step: read, where it `fits` that step, or made and kept.
    ///
    /// # Errors
    /// [`StepError`].
    pub fn step<E>(
        &mut self,
        fits: impl FnOnce(&R) -> bool,
        make: impl FnOnce() -> Result<R, E>,
    ) -> Result<&R, StepError<E>> {
        let at = self.next;
        match self.records.get(at) {
            Some(record) if !fits(record) => return Err(StepError::Differs),
            Some(_) => self.next += 1,
            None => {
                self.records.push(make().map_err(StepError::Made)?);
                self.next += 1;
                (self.keep)(&self.records).map_err(StepError::Keep)?;
            }
        }
        Ok(&self.records[at])
    }
}
