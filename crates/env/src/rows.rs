//! Arrays into which environments write: the caller's, one row for each environment.

/// Arrays of a call, row by row. Every array is written completely.
#[derive(Debug)]
pub struct StepArrays<'a> {
    /// Observations: [`Observable::n_features`](powergrab_engine::game::Observable::n_features)
    /// bytes per row.
    pub observations: &'a mut [u8],
    /// Action masks, 1 for a legal action:
    /// [`Observable::n_actions`](powergrab_engine::game::Observable::n_actions) bytes per row.
    pub masks: &'a mut [u8],
    /// The legal actions in ascending order, as many entries per row as the mask; those beyond
    /// [`StepArrays::n_legal`] keep their contents.
    pub legal: &'a mut [u8],
    /// Number of legal actions.
    pub n_legal: &'a mut [u8],
    /// The deciding seat.
    pub seats: &'a mut [u8],
    /// Reward of the acting seat in this step.
    pub reward: &'a mut [f32],
    /// Rewards of each seat in this step.
    pub rewards: &'a mut [f32],
    /// 1 if the step ended an episode.
    pub ended: &'a mut [u8],
    /// Final observation of the acting seat, if the step ended an episode. Other rows keep their
    /// contents.
    pub final_observations: &'a mut [u8],
}

/// Number of entries per row of each array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    pub features: usize,
    pub actions: usize,
    pub seats: usize,
}

/// One row.
pub(super) struct Row<'a> {
    pub observation: &'a mut [u8],
    pub mask: &'a mut [u8],
    pub legal: &'a mut [u8],
    pub n_legal: &'a mut u8,
    pub seat: &'a mut u8,
    pub reward: &'a mut f32,
    pub rewards: &'a mut [f32],
    pub ended: &'a mut u8,
    pub final_observation: &'a mut [u8],
}

impl<'a> StepArrays<'a> {
    /// Returns the same arrays, for one call.
    pub fn reborrow(&mut self) -> StepArrays<'_> {
        StepArrays {
            observations: self.observations,
            masks: self.masks,
            legal: self.legal,
            n_legal: self.n_legal,
            seats: self.seats,
            reward: self.reward,
            rewards: self.rewards,
            ended: self.ended,
            final_observations: self.final_observations,
        }
    }

    /// Returns the first `n` rows, and those after them.
    pub(super) fn split(self, n: usize, widths: Widths) -> (StepArrays<'a>, StepArrays<'a>) {
        let Widths {
            features,
            actions,
            seats,
        } = widths;
        let observations = self.observations.split_at_mut(n * features);
        let masks = self.masks.split_at_mut(n * actions);
        let legal = self.legal.split_at_mut(n * actions);
        let n_legal = self.n_legal.split_at_mut(n);
        let seat = self.seats.split_at_mut(n);
        let reward = self.reward.split_at_mut(n);
        let rewards = self.rewards.split_at_mut(n * seats);
        let ended = self.ended.split_at_mut(n);
        let finals = self.final_observations.split_at_mut(n * features);
        let first = StepArrays {
            observations: observations.0,
            masks: masks.0,
            legal: legal.0,
            n_legal: n_legal.0,
            seats: seat.0,
            reward: reward.0,
            rewards: rewards.0,
            ended: ended.0,
            final_observations: finals.0,
        };
        let rest = StepArrays {
            observations: observations.1,
            masks: masks.1,
            legal: legal.1,
            n_legal: n_legal.1,
            seats: seat.1,
            reward: reward.1,
            rewards: rewards.1,
            ended: ended.1,
            final_observations: finals.1,
        };
        (first, rest)
    }

    /// Returns row `i`.
    #[inline(always)]
    pub(super) fn row(&mut self, i: usize, widths: Widths) -> Row<'_> {
        let Widths {
            features,
            actions,
            seats,
        } = widths;
        Row {
            observation: &mut self.observations[i * features..(i + 1) * features],
            mask: &mut self.masks[i * actions..(i + 1) * actions],
            legal: &mut self.legal[i * actions..(i + 1) * actions],
            n_legal: &mut self.n_legal[i],
            seat: &mut self.seats[i],
            reward: &mut self.reward[i],
            rewards: &mut self.rewards[i * seats..(i + 1) * seats],
            ended: &mut self.ended[i],
            final_observation: &mut self.final_observations[i * features..(i + 1) * features],
        }
    }

    /// Returns whether every array has `n` rows.
    pub(super) fn fit(&self, n: usize, widths: Widths) -> bool {
        let Widths {
            features,
            actions,
            seats,
        } = widths;
        self.observations.len() == n * features
            && self.masks.len() == n * actions
            && self.legal.len() == n * actions
            && self.n_legal.len() == n
            && self.seats.len() == n
            && self.reward.len() == n
            && self.rewards.len() == n * seats
            && self.ended.len() == n
            && self.final_observations.len() == n * features
    }
}
