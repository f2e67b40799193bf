//! `powergrab ladder skill`: how strong a search is by its budget, rung by rung.

use super::begin::again;
use super::conduct::{on_interrupt, plain};
use super::ladder::{Tables, csv, print_rows};
use super::output::{Replace, write_file};
use super::{Failure, print, resolve, say, say_files};
use powergrab_arena::part::Part;
use powergrab_bots::strategy::monte_carlo;
use powergrab_engine::config::read_regular;
use powergrab_engine::shedding::{Family, Shedding};
use powergrab_lab::analysis::ladder::{Rung, budgets, climb, deals};
use powergrab_lab::matches::printed::counted;
use powergrab_lab::study::Start;
use powergrab_lab::study::checkpoint::About;
use powergrab_lab::study::driver;
use powergrab_lab::study::driver::{Asked, Cut, Desk, Ended, Request, Results, Study, StudyError};
use powergrab_lab::study::manifest::program_json;
use powergrab_lab::study::pieces::{Piece, encode};
use powergrab_lab::study::rundir::SKILL_LADDER;
use powergrab_lab::study::shown::NamedFile;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Strength by budget: the search against its own playout policy, budgets doubled from 8, single rounds
///
/// A run that was interrupted goes on where it stopped when it is started again with the same file.
#[derive(Debug, clap::Args)]
pub struct SkillArgs {
    #[command(flatten)]
    tables: Tables,
    /// Understood for commands of earlier versions, which had two searching policies
    #[arg(long, hide = true, value_parser = [monte_carlo::NAME])]
    policies: Option<String>,
    /// Who plays on, and sits in the other seats
    #[arg(long, default_value = "balanced")]
    playout: String,
    /// The largest budget
    #[arg(long, default_value_t = 4096)]
    most: u32,
    /// Playouts that a rung may take in all; deals follow from it, 8 at the least
    #[arg(long, default_value_t = 1_000_000)]
    effort: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file, CSV; it is kept whole after every rung. A path that does not end with .csv is the directory of a run
    /// that can be split and merged [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Play only part K of N of the rungs, into the directory --out; `powergrab merge DIR` then makes the file of the whole
    #[arg(long, value_name = "K/N", requires = "out")]
    shard: Option<Part>,
    /// Go on where an earlier run in the directory --out was interrupted; the result is the same
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
    /// Overwrite what another run left in the directory --out
    #[arg(long, requires = "out")]
    force: bool,
}

/// The longest file of rungs that is read, in bytes.
const MAX_LADDER: u64 = 1 << 26;

/// The rungs of an earlier run.
fn earlier(path: &Path) -> Result<Vec<Rung>, Failure> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let cannot = |e: csv::Error| {
        Failure::Input(format!(
            "{}: not a skill ladder: {e}; name another file",
            path.display()
        ))
    };
    let text = read_regular(path, MAX_LADDER)
        .map_err(|e| Failure::Input(format!("{}: cannot be read: {e}", path.display())))?;
    let mut reader = csv::Reader::from_reader(text.as_slice());
    // A file without a rung may be anybody's: only its head tells. An empty one is nobody's.
    let head = csv(&[Rung::default()])?;
    let head = String::from_utf8_lossy(&head);
    let head = head.lines().next().unwrap_or("");
    let found: Vec<&str> = reader.headers().map_err(cannot)?.iter().collect();
    if !found.is_empty() && found.join(",") != head {
        return Err(Failure::Input(format!(
            "{}: not a skill ladder: its first line is not {head}; name another file",
            path.display()
        )));
    }
    reader
        .into_deserialize()
        .collect::<Result<_, _>>()
        .map_err(cannot)
}

/// Writes what is known of the ladder; [`earlier`] has looked at what was there.
fn save(path: &Path, rungs: &[Rung]) -> Result<(), Failure> {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
    std::fs::create_dir_all(dir.unwrap_or(Path::new(".")))
        .map_err(|e| Failure::Io(format!("{}: cannot be written: {e}", path.display())))?;
    let text = csv(rungs)?;
    write_file(path, Replace::Any, |out| out.write_all(&text))
}

/// The rungs that are asked for, nothing played yet. Cheap ones first, everywhere: what is there after an interruption is a ladder
/// without its top.
fn rungs(args: &SkillArgs) -> Vec<(Family, Rung)> {
    let mut rungs = Vec::new();
    for budget in budgets(args.most) {
        for family in &args.tables.rulesets {
            for seats in args.tables.seats.iter().map(|seats| usize::from(*seats)) {
                let rung = Rung {
                    ruleset: family.name().to_owned(),
                    seats,
                    policy: monte_carlo::NAME.to_owned(),
                    playout: args.playout.clone(),
                    playouts: budget,
                    deals: deals(budget, seats, args.effort),
                    seed: args.seed,
                    ..Rung::default()
                };
                rungs.push((*family, rung));
            }
        }
    }
    rungs
}

/// Plays a rung, and says what came of it.
fn play(family: Family, rung: &Rung) -> Result<Rung, Failure> {
    let rung = climb(
        family,
        rung.seats,
        &rung.policy,
        &rung.playout,
        rung.playouts,
        rung.deals,
        rung.seed,
    )
    .map_err(|e| Failure::Input(e.to_string()))?;
    say!(
        "{} {} seats, {} {}: {:.1} % ({:.1} to {:.1}) of {}",
        rung.ruleset,
        rung.seats,
        rung.policy,
        rung.playouts,
        rung.win_rate * 100.0,
        rung.low * 100.0,
        rung.high * 100.0,
        counted(rung.rounds.unsigned_abs(), "round")
    );
    Ok(rung)
}

/// Climbs.
pub(super) fn run(args: &SkillArgs) -> Result<(), Failure> {
    resolve::playout::<Shedding>(&args.playout)?;
    let is_file = |path: &&PathBuf| path.extension().is_some_and(|e| e == "csv") || path.is_file();
    match &args.out {
        Some(dir) if !is_file(&dir) => conduct(args, dir, false),
        Some(file) if args.shard.is_some() || args.resume || args.force => {
            Err(Failure::Input(format!(
                "{}: is a file, and --shard, --resume and --force are for a directory; a file is gone on with by itself",
                file.display()
            )))
        }
        _ => into_file(args),
    }
}

/// Climbs into a file, or to standard output. A file is gone on with.
fn into_file(args: &SkillArgs) -> Result<(), Failure> {
    let mut there = args.out.as_deref().map_or(Ok(Vec::new()), earlier)?;
    if let Some(path) = &args.out {
        // Whether it can be written is not to be found out after the first rung.
        save(path, &there)?;
    }
    for (family, rung) in rungs(args) {
        if there.iter().any(|r| r.is_same(&rung)) {
            continue;
        }
        there.push(play(family, &rung)?);
        if let Some(path) = &args.out {
            save(path, &there)?;
        }
    }
    match args.out {
        Some(_) => Ok(()),
        None => print_rows(&there),
    }
}

/// A ladder in a directory.
struct Ladder {
    about: About,
    rungs: Vec<(Family, Rung)>,
    cancel: std::sync::Arc<AtomicBool>,
}

/// How the rungs are cut: each is a piece.
fn cut(rungs: &[(Family, Rung)]) -> Cut {
    let label = |(_, rung): &(Family, Rung)| {
        let Rung {
            ruleset,
            seats,
            policy,
            playouts,
            ..
        } = rung;
        format!("rung {ruleset} {seats} {policy} {playouts}")
    };
    Cut::Pieces(rungs.iter().map(label).collect())
}

/// The command as words, the program's name and what changes no result aside.
fn words(args: &SkillArgs) -> Vec<String> {
    let rulesets: Vec<&str> = args.tables.rulesets.iter().map(|f| f.name()).collect();
    let seats: Vec<String> = args.tables.seats.iter().map(u8::to_string).collect();
    let options = [
        ("--rulesets", rulesets.join(",")),
        ("--seats", seats.join(",")),
        ("--playout", args.playout.clone()),
        ("--most", args.most.to_string()),
        ("--effort", args.effort.to_string()),
        ("--seed", args.seed.to_string()),
    ];
    let mut words = vec!["ladder".to_owned(), "skill".to_owned()];
    for (option, value) in options {
        words.extend([option.to_owned(), value]);
    }
    words
}

/// Merges the parts in this directory.
pub(super) fn merge(args: SkillArgs, dir: PathBuf) -> Result<(), Failure> {
    conduct(&args, &dir, true)
}

/// Climbs in a directory, or merges what was climbed there.
fn conduct(args: &SkillArgs, dir: &Path, merging: bool) -> Result<(), Failure> {
    let rungs = rungs(args);
    let (playout, _) = resolve::playout::<Shedding>(&args.playout)?;
    let words = words(args);
    let quoted: Vec<String> = words.iter().map(|word| plain(Path::new(word))).collect();
    let asked = Asked {
        command: format!("powergrab {}", quoted.join(" ")),
        words,
        config: None,
        noun: "rung",
    };
    let rulesets: Vec<&str> = args.tables.rulesets.iter().map(|f| f.name()).collect();
    let identity = json!({
        "program": program_json(),
        "kind": "skill",
        "rulesets": rulesets,
        "seats": args.tables.seats,
        "playout": playout.describe(),
        "most": args.most,
        "effort": args.effort,
        "seed": args.seed.to_string(),
    });
    let ladder = Ladder {
        about: About::study(identity, &asked, &cut(&rungs)),
        rungs,
        cancel: on_interrupt()?,
    };
    let shown = dir.display();
    if merging {
        let results = driver::merge(&ladder, dir, args.force)?;
        say_files(dir);
        return print(&results.told);
    }
    let request = Request {
        out: dir.to_owned(),
        start: Start::of(args.resume),
        force: args.force,
        part: args.shard,
        every: Duration::ZERO,
    };
    match driver::conduct(&ladder, &request)? {
        Ended::Complete => say!("{shown}: holds this run, complete"),
        Ended::Part { n_pieces, path } => say!(
            "shard {}: {}, in {}",
            args.shard.unwrap_or(Part::WHOLE),
            counted(n_pieces as u64, "rung"),
            path.display()
        ),
        Ended::Whole { results, .. } => {
            print(&results.told)?;
            say_files(dir);
        }
        Ended::Interrupted { labels, .. } => {
            let again = again(&asked.command, None, Some(dir), args.shard);
            return Err(Failure::Interrupted(format!(
                "interrupted: {} rungs were finished and are kept in {shown}; go on with\n  {again}",
                labels.len()
            )));
        }
    }
    Ok(())
}

impl Study for Ladder {
    fn about(&self) -> &About {
        &self.about
    }

    fn cut(&self) -> Cut {
        cut(&self.rungs)
    }

    fn play(&self, number: usize) -> Result<Vec<u8>, StudyError> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(StudyError::Cancelled);
        }
        let (family, rung) = &self.rungs[number];
        let rung = play(*family, rung).map_err(|e| StudyError::Input(e.to_string()))?;
        Ok(encode(&rung)?)
    }

    fn show(&self, pieces: &[Piece]) -> Result<Vec<NamedFile>, StudyError> {
        let rungs: Vec<Rung> = pieces.iter().map(Piece::decode).collect::<Result<_, _>>()?;
        Ok(vec![(SKILL_LADDER.to_owned(), text(&rungs)?)])
    }

    fn finish(&self, desk: &mut Desk<'_, '_>) -> Result<Results, StudyError> {
        let Cut::Pieces(labels) = self.cut() else {
            return Err(StudyError::Input("a ladder has rungs".to_owned()));
        };
        let mut rungs: Vec<Rung> = Vec::new();
        for label in &labels {
            rungs.extend(desk.pieces.find::<Rung>(label)?);
        }
        Ok(Results {
            files: vec![(SKILL_LADDER.to_owned(), text(&rungs)?)],
            result: json!({ "complete": true, "rungs": rungs.len() }),
            told: String::new(),
            failures: Vec::new(),
        })
    }
}

fn text(rungs: &[Rung]) -> Result<Vec<u8>, StudyError> {
    csv(rungs).map_err(|e| StudyError::Io(e.to_string()))
}
