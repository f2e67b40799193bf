//! A game as a value: it is the environments' game, copies continue equally, and redealt hidden
//! cards change nothing that a seat knows.

use powergrab_bots::strategy::resolve;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::Unit;
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_env::{
    Env, GameState, LearnerTable, LearnerTableError, Playable, Reward, StatePosition,
};

fn observed<G: Playable>(state: &GameState<G>, seat: Seat) -> Vec<u8> {
    let mut page = vec![0; state.table().game().n_features()];
    state.observe(seat, &mut page);
    page
}

fn check<G: Playable>(game: &G, unit: Unit, most: usize) {
    let seats: Vec<usize> = (0..game.n_seats()).collect();
    let table = || LearnerTable::new(game.clone(), &seats, vec![], unit, Reward::Points).unwrap();
    let (mut state, mut env) = (GameState::new(table(), 9).unwrap(), Env::new(table(), 9));
    env.reset(0);
    let (mut places, mut changed) = ([0; 256], 0);
    for step in 0..most {
        let Some(seat) = state.current_player() else {
            break;
        };
        let legal = state.legal_actions(&mut places).to_vec();
        let (mut page, mut mask) = (observed(&state, seat), vec![0; game.n_actions()]);
        let seen = page.clone();
        env.observe(seat, &mut page, &mut mask);
        assert_eq!(page, seen);
        let listed = (0..mask.len()).filter(|place| mask[*place] == 1);
        assert!(listed.eq(legal.iter().map(|place| usize::from(*place))));

        let mut other = state.fork();
        other.redeal(seat, step as u64);
        assert_eq!(
            (observed(&other, seat), other.current_player()),
            (seen, Some(seat))
        );
        assert_eq!(other.legal_actions(&mut [0; 256]), legal);
        changed += u32::from(other.to_string() != state.to_string());
        let text = serde_json::to_string(&other.position()).unwrap();
        let there: StatePosition = serde_json::from_str(&text).unwrap();
        let again = GameState::restore(table(), &there).unwrap();
        assert_eq!(
            (again.to_string(), again.position()),
            (other.to_string(), there)
        );

        let before = state.to_string();
        assert!(state.apply(256).is_err());
        assert_eq!(state.to_string(), before);
        let action = usize::from(legal[step * 7 % legal.len()]);
        let mut fork = state.fork();
        fork.apply(action).unwrap();
        state.apply(action).unwrap();
        assert_eq!(fork.to_string(), state.to_string());
        let step = env.step_at(action).unwrap();
        assert_eq!(step.rewards[..seats.len()], *state.rewards());
    }
    assert!(changed > 20, "{changed}");
}

#[test]
fn a_state_is_the_game_of_the_environment() {
    check(
        &Shedding::new(Rules::official(Family::PowerGrab), 4).unwrap(),
        Unit::Game,
        150,
    );
    check(
        &Shedding::new(Rules::official(Family::GreenLantern), 3).unwrap(),
        Unit::Game,
        150,
    );
    check(
        &Grid::new(grid::Rules::official(), 3).unwrap(),
        Unit::Round,
        150,
    );
}

#[test]
fn every_seat_is_asked() {
    let game = Shedding::new(Rules::official(Family::Classic), 2).unwrap();
    let bots = vec![resolve("random").unwrap()];
    let table = LearnerTable::new(game, &[0], bots, Unit::Round, Reward::Win).unwrap();
    let refused = GameState::new(table, 1).err();
    assert_eq!(refused, Some(LearnerTableError::Bot { seat: 1 }));
}
