//! Decision lists in words: their texts, their effect on the options, their errors.

use powergrab_bots::strategy::register::from_text;
use powergrab_bots::strategy::rules::{Line, Preference, preferences};
use powergrab_bots::strategy::{Bot, BotGame, Player as _, resolve};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Game, NoObserver, OptionName, Options, Pile, Textual as _};
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Drawing, Family, Rules, Shedding, Stacking, View};
use std::collections::BTreeSet;
use test_support::times;

fn rules_bot<G: BotGame>(lines: &[&str]) -> Bot<G> {
    let text = format!("policy = \"rules\"\n[params]\nlines = {lines:?}\n");
    from_text::<G>("mine", "mine.toml", &text).unwrap().bot
}

/// Looks at a decision: the view, the options, the action chosen, and the random numbers before it.
type Look<'a, G> = &'a mut dyn FnMut(<G as Game>::View<'_>, &Options, Action, &Rng);

/// Calls `look` at every decision of some rounds, in which `bot` plays all seats.
fn rounds<G: BotGame>(game: &G, bot: &Bot<G>, n_rounds: u32, look: Look<'_, G>) {
    let seeds = Seeds::new(11, Purpose::Test);
    let mut state = game.new_game();
    let mut players: Vec<G::Player> = (0..game.n_seats())
        .map(|seat| G::player(&bot.policy, seat as Seat))
        .collect();
    for round in 0..n_rounds {
        let seeds = seeds.deal(1).round(round);
        let mut pile = Pile::new(seeds.table());
        let mut rng = seeds.bot(0, 0);
        let lead = game.lead(&state, &seeds);
        game.start_round(&mut state, lead, &mut pile, &mut NoObserver);
        while let Some(ask) = game.advance(&mut state, &mut pile, &mut NoObserver) {
            let before = rng.clone();
            let view = game.view(&state, ask.seat);
            let action = players[usize::from(ask.seat)].decide(view, &ask.options, &mut rng);
            look(view, &ask.options, action, &before);
            game.apply(&mut state, action, &mut pile, &mut NoObserver);
        }
    }
}

/// All rulesets, and house rules that ask other questions.
fn games() -> Vec<Shedding> {
    let mut all: Vec<Rules> = Family::ALL.map(Rules::official).to_vec();
    for family in [Family::Classic, Family::PowerGrab] {
        let mut rules = Rules::official(family);
        rules.seven_zero = true;
        (rules.stack, rules.draw) = (Stacking::Cross, Drawing::UntilPlayable);
        all.push(rules);
    }
    let games = all.into_iter();
    games
        .map(|rules| Shedding::new(rules, 4).unwrap())
        .collect()
}

#[test]
fn without_lines_it_decides_as_the_simple_bot() {
    let empty: Bot<Shedding> = rules_bot(&[]);
    let greedy: Bot<Shedding> = resolve("greedy").unwrap();
    let mut n = 0;
    for game in games() {
        let mut other = Shedding::player(&empty.policy, 0);
        rounds(&game, &greedy, 30, &mut |view, options, action, rng| {
            assert_eq!(other.decide(view, options, &mut rng.clone()), action);
            n += 1;
        });
    }
    assert!(n > 5_000, "{n}");
    let empty: Bot<Grid> = rules_bot(&[]);
    let greedy: Bot<Grid> = resolve("grid-greedy").unwrap();
    let game = Grid::new(grid::Rules::official(), 3).unwrap();
    let mut other = Grid::player(&empty.policy, 0);
    rounds(&game, &greedy, 5, &mut |view, options, action, rng| {
        assert_eq!(other.decide(view, options, &mut rng.clone()), action);
    });
}

/// Returns lines with every preference, every circumstance, and two circumstances.
fn all_lines<G: BotGame>() -> Vec<Line<G>> {
    let ranges = G::VOCABULARY.ranges();
    let mut lines: Vec<Line<G>> = preferences(G::VOCABULARY)
        .into_iter()
        .map(|preference| Line {
            preference,
            when: Vec::new(),
        })
        .collect();
    let cards = G::VOCABULARY.cards;
    lines.extend(cards.windows(2).map(|pair| Line {
        preference: Preference::Rather(&pair[0], &pair[1]),
        when: Vec::new(),
    }));
    let plain = lines.clone();
    for (line, range) in plain.iter().cycle().zip(ranges.iter().cycle()).take(300) {
        let mut line = line.clone();
        line.when.push(*range);
        lines.push(line.clone());
        let other = ranges.iter().find(|other| other.place != range.place);
        line.when.extend(other);
        lines.push(line);
    }
    lines
}

fn reads_back<G: BotGame>() {
    let lines = all_lines::<G>();
    let texts: BTreeSet<String> = lines.iter().map(Line::to_string).collect();
    for text in &texts {
        let read = Line::parse(G::VOCABULARY, text).unwrap();
        assert_eq!(read.to_string(), *text);
    }
    // Two phrases with the same words could not be told apart.
    let plain = preferences(G::VOCABULARY);
    let words: BTreeSet<String> = plain.iter().map(Preference::to_string).collect();
    assert_eq!(words.len(), plain.len());
}

#[test]
fn every_line_reads_back_as_it_is_printed() {
    reads_back::<Shedding>();
    reads_back::<Grid>();
}

/// Checks that every line keeps some of the options and adds none, and that every preference makes
/// a difference in some decision.
fn works<G: BotGame>(games: &[G], bot: &Bot<G>, n_rounds: u32) {
    let lines = all_lines::<G>();
    let mut working = BTreeSet::new();
    // In the short form a decision tries every third line, and the next one those after them.
    let (every, mut n) = (times(3, 1) as usize, 0);
    for game in games {
        rounds(game, bot, n_rounds, &mut |view, options, _, _| {
            n += 1;
            for line in lines.iter().skip(n % every).step_by(every) {
                let kept = line.keep(G::VOCABULARY, view, options);
                assert!(!kept.is_empty(), "{line:?}");
                assert!(kept.iter().all(|action| options.has(action)), "{line:?}");
                if kept != *options {
                    working.insert(line.preference.to_string());
                }
            }
        });
    }
    let all = preferences(G::VOCABULARY).into_iter();
    let idle: Vec<String> = all
        .map(|it| it.to_string())
        .filter(|it| !working.contains(it))
        .collect();
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn every_word_makes_a_difference_somewhere() {
    // A bot that bluffs, forgets to call UNO and never errs the same way twice.
    let bot = "policy = \"heuristic\"\n[params]\nbluff_bias = 0.0\ntemperature = 2.0\nuno_call = 0.5\nuno_catch = 0.2\n";
    let bot = from_text::<Shedding>("odd", "odd.toml", bot).unwrap().bot;
    works(&games(), &bot, times(30, 60));
    let game = Grid::new(grid::Rules::official(), 3).unwrap();
    works(&[game], &resolve("random").unwrap(), times(15, 30));
}

/// Returns the names of the options that a line keeps in a position.
fn kept(line: &str, view: View<'_>, options: &Options) -> Vec<String> {
    let line = Line::<Shedding>::parse(Shedding::VOCABULARY, line).unwrap();
    let kept = line.keep(Shedding::VOCABULARY, view, options);
    let name = |action| Shedding::option_name(view, &kept, action).to_string();
    let mut names: Vec<String> = kept.iter().map(name).collect();
    names.dedup();
    names
}

#[test]
fn lines_mean_what_they_say() {
    let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
    let balanced: Bot<Shedding> = resolve("balanced").unwrap();
    let (mut n_mixed, mut n_two) = (0, 0);
    rounds(&game, &balanced, 300, &mut |view, options, _, _| {
        if !(Shedding::VOCABULARY.is_play)(view) {
            assert_eq!(kept("play a number", view, options).len(), {
                let name = |action| Shedding::option_name(view, options, action).to_string();
                let mut names: Vec<String> = options.iter().map(name).collect();
                names.dedup();
                names.len()
            });
            return;
        }
        let symbols = |names: &[OptionName], test: fn(&OptionName) -> bool| -> Vec<String> {
            names
                .iter()
                .filter(|it| test(it))
                .map(OptionName::to_string)
                .collect()
        };
        let mut names: Vec<OptionName> = options
            .iter()
            .map(|action| Shedding::option_name(view, options, action))
            .collect();
        names.dedup();
        let wild =
            |it: &OptionName| matches!(it, OptionName::Card(card) if card.symbol().is_wild());
        let number = |it: &OptionName| matches!(it, OptionName::Card(card) if card.symbol().number().is_some());
        let (wilds, numbers) = (symbols(&names, wild), symbols(&names, number));
        if wilds.is_empty() || numbers.is_empty() {
            return;
        }
        n_mixed += 1;
        assert_eq!(kept("play a number", view, options), numbers);
        assert_eq!(kept("play a wild", view, options), wilds);
        let not_wild = |it: &OptionName| !matches!(it, OptionName::Card(card) | OptionName::Bluff(card) if card.symbol().is_wild());
        let others = symbols(&names, not_wild);
        for line in ["do not play a wild", "play another card rather than a wild"] {
            assert_eq!(kept(line, view, options), others, "{line}");
        }
        let not_number = |it: &OptionName| !matches!(it, OptionName::Card(card) if card.symbol().number().is_some());
        let rather = kept("play a wild rather than a number", view, options);
        assert_eq!(rather, symbols(&names, not_number));
        if view.hand_size(view.seat()) == 2 {
            n_two += 1;
            let line = "play a wild, with two cards in hand";
            assert_eq!(kept(line, view, options), wilds);
        } else {
            let line = "play a wild, with two cards in hand";
            assert_eq!(kept(line, view, options).len(), names.len());
        }
    });
    assert!(n_mixed > 100 && n_two > 3, "{n_mixed}, {n_two}");
}

#[test]
fn mistakes_in_a_list_are_named() {
    let wrong = |params: &str| {
        let text = format!("policy = \"rules\"\n[params]\n{params}\n");
        from_text::<Shedding>("mine", "mine.toml", &text)
            .unwrap_err()
            .to_string()
    };
    for (params, parts) in [
        (
            "lines = [\"play a numbr\"]",
            &["params.lines", "line 1", "did you mean `play a number`"][..],
        ),
        (
            "lines = [\"draw\", \"play a Skip, when the next seat has one crd\"]",
            &[
                "line 2",
                "\"when the next seat has one crd\"",
                "did you mean `when the next seat has one card`",
            ],
        ),
        ("lines = \"draw\"", &["params.lines", "list of texts"]),
        ("otherwise = \"nobody\"", &["params.otherwise", "nobody"]),
        ("lines = []\nline = []", &["params.line", "lines"]),
    ] {
        let message = wrong(params);
        for part in parts {
            assert!(message.contains(part), "{part}: {message}");
        }
    }
    let many: Vec<&str> = vec!["draw"; 101];
    assert!(wrong(&format!("lines = {many:?}")).contains("101 lines; at most 100"));
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("own.toml");
    std::fs::write(&path, "policy = \"rules\"\n").unwrap();
    let message = wrong(&format!("otherwise = {path:?}"));
    assert!(
        message.contains("policy rules, which cannot decide here"),
        "{message}"
    );
}

#[test]
fn a_list_is_described_and_explained_by_its_lines() {
    let bot: Bot<Shedding> = rules_bot(&["play a number", "play the card worth the most points"]);
    let json = bot.describe();
    assert_eq!(json["policy"], "rules");
    assert_eq!(json["external"]["lines"][0], "play a number");
    assert_eq!(json["external"]["otherwise"]["name"], "greedy");
    let other: Bot<Shedding> = rules_bot(&["play a number"]);
    assert_ne!(json, other.describe());

    // The chosen option is one of those that stay to the last.
    let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
    let mut player = Shedding::player(&bot.policy, 0);
    let mut n = 0;
    rounds(&game, &bot, 20, &mut |view, options, action, _| {
        let reasons = player.explain(view, options).unwrap();
        let last = reasons.scores().iter().map(|it| it[0]).fold(0.0, f64::max);
        let at = options.iter().position(|option| option == action).unwrap();
        assert_eq!(reasons.scores()[at][0], last);
        n += u32::from(last != reasons.scores()[0][0]);
    });
    assert!(n > 20, "{n}");
}
