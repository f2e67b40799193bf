//! Writes traces of games with all kinds of events, for an independent referee:
//! `cargo run --example chaos_traces -- DIR GAMES SEED`. One file per ruleset, option set and
//! number of players.

use powergrab_engine::shedding::{Family, Shedding};
use test_support::{Chaos, can_play, option_sets, trace};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, dir, games, seed] = args.as_slice() else {
        return Err("usage: chaos_traces DIR GAMES SEED".into());
    };
    std::fs::create_dir_all(dir)?;
    for family in Family::ALL {
        for (i, rules) in option_sets(family).into_iter().enumerate() {
            for players in 2..=family.max_players() {
                if can_play(&rules, players) {
                    let game = Shedding::new(rules.clone(), players)?;
                    let traces = trace(&game, seed.parse()?, games.parse()?, "chaos", &mut Chaos);
                    let name = format!("{dir}/{}-{i}-{players}.jsonl", family.name());
                    std::fs::write(name, traces)?;
                }
            }
        }
    }
    Ok(())
}
