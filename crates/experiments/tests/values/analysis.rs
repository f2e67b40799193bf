//! Figures of the analysis board: its findings, the decision of its question, and independence of
//! threads.

use powergrab_bots::strategy::resolve;
use powergrab_bots::strategy::search::{Beliefs, Goal, Searchable};
use powergrab_engine::game::{Ask, Game as _, Textual as _};
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::{Family, Rules, Shedding};
use powergrab_experiments::analysis::analyse::{Analysis, AnalysisSettings};

/// Returns the settings for the chance of winning the round, with this playout bot.
fn thought<G: Searchable>(playout: &str) -> AnalysisSettings<G> {
    AnalysisSettings {
        playout: resolve(playout).unwrap(),
        beliefs: Beliefs::default(),
        goal: Goal::Round,
        seed: 4,
    }
}

/// Every option of an analysis is tried in the same worlds on any number of threads, and clear
/// decisions are found.
#[test]
fn an_analysis_finds_the_winning_card_on_any_number_of_threads() {
    let game = Shedding::new(Rules::official(Family::Classic), 2).unwrap();
    // The Draw Two goes out; any other option leaves it in hand.
    let text = "classic hand=RD2 sizes=1,5 top=R3 under=B3 ask=turn";
    assert!(game.read_position(text).is_ok());
    let text = "classic hand=R5,RS sizes=2,5 top=R3 under=B3";
    let position = game.read_position(text).unwrap();
    let rows = |threads: usize| {
        let pool = rayon_pool(threads);
        pool.install(|| {
            let thought = thought("greedy");
            let options = game.options_of(&position.state);
            let ask = Ask { seat: 0, options };
            let mut analysis = Analysis::new(&game, &position.state, ask, thought);
            while !analysis.is_decided() && analysis.playouts() < 20_000 {
                analysis.step(100);
            }
            (analysis.is_decided(), analysis.rows(), ask)
        })
    };
    let (decided, one, ask) = rows(1);
    assert_eq!((decided, &one, ask), (rows(3).0, &rows(3).1, rows(3).2));
    let view = game.view(&position.state, 0);
    let best = view.text(&ask.options, ask.options.nth(one[0].option as u32));
    // The Skip keeps the turn at two seats, and the R5 goes out after it (PG-17).
    assert!(decided);
    assert_eq!(best, "RS");
    assert_eq!(one[0].value, 1.0, "{one:?}");
    assert!(one.iter().skip(1).all(|row| row.loss > 0.05));
}

/// With Instant UNO (PG-11) a seat chooses between copies: one candidate, decided as soon as it has
/// been tried and no sooner.
#[test]
fn copies_of_one_card_are_tried_before_they_are_decided() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
    let text = "power-grab ask=keep hand=R1,R1 sizes=2,1 top=R3U towers=0000";
    let position = game.read_position(text).unwrap();
    let thought = thought("greedy");
    let options = game.options_of(&position.state);
    let mut analysis = Analysis::new(&game, &position.state, Ask { seat: 0, options }, thought);
    assert!(!analysis.is_decided());
    analysis.run(1_000, 16);
    assert!(analysis.is_decided());
    let rows = analysis.rows();
    assert_eq!((rows.len(), rows[0].playouts), (1, 16));
    assert!(rows[0].value > 0.0, "{rows:?}");
}

/// An option that loses by the same amount in every world is clearly worse; intervals of chances
/// stay between 0 and 1.
#[test]
fn what_is_certain_is_decided() {
    // The last turn: the draw pile is empty, and only the line at the top wins.
    let numbers = ["R0", "Y0", "G0", "B0"].into_iter().map(str::to_owned);
    let pairs = ["R", "Y", "G", "B"].into_iter().flat_map(|colour| {
        let of = move |n: u32| [format!("{colour}{n}"), format!("{colour}{n}")];
        (1..=9).flat_map(of)
    });
    let mut buried: Vec<String> = numbers.chain(pairs).collect();
    buried.extend(["YS".to_owned(), "BS".to_owned()]);
    for lies_elsewhere in ["R9", "Y9", "B1", "G9", "B9", "R1", "R5", "Y5"] {
        let at = buried.iter().position(|card| card == lies_elsewhere);
        buried.remove(at.unwrap());
    }
    let text = format!(
        "grid hand=G9,B9,R1 sizes=3,2 board=R9,Y9,GS/RS,YS,BS/GS,RS,B1 buried={} piles=\
         RD2,RD2,RR,YD2,YD2,YR,GD2,GD2,GR,GR,BD2,BD2,BR,BR,W,W,W,W,W4,W4,W4,W4/R5,Y5",
        buried.join(",")
    );
    let game = Grid::new(powergrab_engine::grid::Rules::official(), 2).unwrap();
    let position = game.read_position(&text).unwrap();
    let thought = thought("grid-greedy");
    let options = game.options_of(&position.state);
    let mut analysis = Analysis::new(&game, &position.state, Ask { seat: 0, options }, thought);
    analysis.run(10_000, 64);
    assert!(analysis.is_decided());
    let rows = analysis.rows();
    assert_eq!((rows[0].value, rows[0].loss), (1.0, 0.0));
    assert!(
        rows[0].low > 0.9 && rows[0].low < 1.0,
        "64 worlds: {rows:?}"
    );
    for row in &rows[1..] {
        assert_eq!((row.value, row.loss), (0.0, 1.0));
        assert!(row.low == 0.0 && row.high < 0.1, "{row:?}");
    }
}

fn rayon_pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
}
