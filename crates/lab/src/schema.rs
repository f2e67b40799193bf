//! JSON Schemas of the TOML files that people write, for editors: from the keys that the readers of
//! each kind of file ask for.

use crate::balance::config::Config;
use crate::catalog::Catalog;
use crate::sweep::config::Sweep;
use crate::tune::config::Tuning;
use powergrab_arena::tournament::Tournament;
use powergrab_balance::EXPERIMENTS;
use powergrab_bots::strategy::BotGame;
use powergrab_engine::config::{Asked, Reader, parse};
use powergrab_engine::grid::Grid;
use powergrab_engine::shedding::Shedding;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

powergrab_engine::texts! {
    /// Kind of a file.
    pub enum FileKind {
        /// Configuration of `tournament`.
        Tournament = "tournament",
        /// Configuration of `sweep`.
        Sweep = "sweep",
        /// Configuration of `tune`.
        Tune = "tune",
        /// Configuration of `balance`.
        Balance = "balance",
        /// Ruleset.
        Rules = "rules",
        /// Strategy file.
        Strategy = "strategy",
    }
}

/// Version of JSON Schema.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Files that make the readers ask for all their keys; a table is asked about only if it is there.
const TOURNAMENTS: [&str; 3] = [
    "name = 'a'\nformat = 'round-robin'\npool = ['b', 'c']\nplayers = 2",
    "name = 'a'\nformat = 'gauntlet'\nheroes = ['b']\nfield = ['c']\nplayers = 2",
    "name = 'a'\nformat = 'line-ups'\nline_ups = [['b', 'c']]",
];
const SWEEP: &str = "name = 'a'\nline_up = ['b', 'c']\n[bots]\n[factors]\nplayers = [2, 3]";
const TUNE: &str = "name = 'a'\nplayers = 2\nstart = 'b'\nfield = ['c']";
const BALANCE: &str =
    "name = 'a'\nline_ups = [['b', 'c']]\n[optimise]\ndeals = 2\n[optimise.tune]\ndeals = 2\n";

impl FileKind {
    /// Returns the name of the schema's file.
    pub fn schema_file(self) -> String {
        format!("powergrab-{}.schema.json", self.text())
    }

    /// Returns the schema.
    pub fn schema(self, catalog: &Catalog) -> Value {
        let schema = match self {
            FileKind::Tournament => {
                let asked = Asked::default();
                for sample in TOURNAMENTS {
                    asked.join(&asked_in(sample, |r| drop(Tournament::read(r))));
                }
                asked.schema("")
            }
            FileKind::Sweep => asked_in(SWEEP, |r| drop(Sweep::read(r))).schema(""),
            FileKind::Tune => asked_in(TUNE, |r| drop(Tuning::read(r))).schema(""),
            FileKind::Balance => {
                let experiments = EXPERIMENTS
                    .iter()
                    .map(|e| format!("[{}]\ndeals = 2\n", e.name));
                let sample = BALANCE.to_owned() + &experiments.collect::<String>();
                asked_in(&sample, |r| drop(Config::read(r))).schema("")
            }
            FileKind::Rules => rules(catalog),
            FileKind::Strategy => strategies(catalog),
        };
        let mut whole = json!({ "$schema": DRAFT, "title": format!("powergrab: {}", self.text()) });
        if let (Value::Object(whole), Value::Object(schema)) = (&mut whole, schema) {
            whole.extend(schema);
        }
        whole
    }
}

/// Returns the keys that a reader asks for in this text.
fn asked_in(text: &str, read: impl FnOnce(&Reader<'_>)) -> Asked {
    let parsed = parse("", text).unwrap_or_default();
    read(&Reader::of("", &parsed));
    parsed.asked().clone()
}

/// Returns the schema of rulesets, with the meaning of each option.
fn rules(catalog: &Catalog) -> Value {
    let asked = Asked::default();
    let mut meanings = Map::new();
    for base in catalog.official_names() {
        for table in ["[points]\n[protects]", "[deck]\nR1 = 1"] {
            let sample = format!("base = {base:?}\n{table}");
            let read = |r: &Reader<'_>| drop(catalog.read_table(r, None));
            asked.join(&asked_in(&sample, read));
        }
        for option in catalog
            .builtin(base)
            .iter()
            .flat_map(|rules| rules.options())
        {
            let meaning = format!("{} ({}): {}", option.meaning, option.rule, option.values);
            meanings.insert(option.key.to_owned(), json!(meaning));
        }
    }
    let mut schema = asked.schema("");
    schema["properties"]["base"] = json!({ "enum": catalog.official_names() });
    schema["required"] = json!(["base"]);
    describe(&mut schema, &meanings);
    schema
}

/// Adds descriptions to the properties of a table.
fn describe(schema: &mut Value, meanings: &Map<String, Value>) {
    let properties = schema["properties"].as_object_mut();
    for (key, property) in properties.into_iter().flatten() {
        if let Some(meaning) = meanings.get(key) {
            property["description"] = meaning.clone();
        }
    }
}

/// Returns the schema of strategy files: which parameters there are depends on the policy.
fn strategies(catalog: &Catalog) -> Value {
    let mut policies = BTreeMap::new();
    let asked = Asked::default();
    asked.join(&policies_of::<Shedding>(catalog, &mut policies));
    asked.join(&policies_of::<Grid>(catalog, &mut policies));
    let mut schema = asked.schema("");
    let names: Vec<&str> = policies.keys().copied().collect();
    schema["properties"]["policy"] = json!({ "enum": names });
    schema["required"] = json!(["policy"]);
    let of_shedding = Shedding::PROGRAMS.iter().flat_map(|program| program.keys);
    let of_grid = Grid::PROGRAMS.iter().flat_map(|program| program.keys);
    for key in of_shedding.chain(of_grid) {
        let meaning = format!("{}: {}", key.meaning, key.values);
        schema["properties"][key.name]["description"] = json!(meaning);
    }
    // The parameters are those of the policy.
    schema["properties"]["params"] = json!({ "type": "object" });
    let params = policies.into_iter().map(|(name, params)| {
        json!({
            "if": { "properties": { "policy": { "const": name } } },
            "then": { "properties": { "params": params } },
        })
    });
    schema["allOf"] = params.collect();
    schema
}

/// Adds the schema of each policy's parameters, and returns the keys at the top of the files. A
/// policy of both games has the parameters of both.
fn policies_of<G: BotGame>(catalog: &Catalog, policies: &mut BTreeMap<&str, Value>) -> Asked {
    let asked = Asked::default();
    for info in catalog.bots.infos::<G>() {
        let sample = format!("policy = {:?}\n[params]", info.name);
        let here = asked_in(&sample, |r| drop(catalog.bots.read::<G>("a", r)));
        asked.join(&here);
        let mut params = here.schema("params");
        let meanings = info
            .tunables()
            .map(|t| (t.name.to_owned(), json!(t.meaning)));
        describe(&mut params, &meanings.collect());
        let known = policies.entry(info.name).or_insert_with(|| params.clone());
        for (key, param) in params["properties"].as_object().into_iter().flatten() {
            known["properties"][key] = param.clone();
        }
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Returns what is wrong with a value, by the few words of JSON Schema that are used here.
    fn faults(schema: &Value, value: &Value, path: &str) -> Vec<String> {
        let mut found = Vec::new();
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(n) if n.is_i64() => "integer",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let is_kind = |wanted: &str| wanted == kind || (wanted == "number" && kind == "integer");
        if schema["type"]
            .as_str()
            .is_some_and(|wanted| !is_kind(wanted))
        {
            found.push(format!("{path}: {kind}"));
        }
        let choices = schema["enum"].as_array();
        if choices.is_some_and(|all| !all.contains(value)) {
            found.push(format!("{path}: {value}"));
        }
        let number = value.as_f64();
        let below = number < schema["minimum"].as_f64() && number.is_some();
        let above = schema["maximum"]
            .as_f64()
            .is_some_and(|most| number > Some(most));
        if below || above {
            found.push(format!("{path}: {value} is out of range"));
        }
        let is_closed = schema["additionalProperties"] == json!(false);
        for (key, inner) in value.as_object().into_iter().flatten() {
            let path = format!("{path}.{key}");
            if let Some(of) = schema["properties"].get(key) {
                found.extend(faults(of, inner, &path));
            } else if is_closed {
                found.push(format!("{path}: unknown"));
            }
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            let wanted = &part["if"]["properties"]["policy"]["const"];
            if value["policy"] == *wanted {
                found.extend(faults(&part["then"], value, path));
            }
        }
        found
    }

    fn checked(kind: FileKind, text: &str) -> Vec<String> {
        let table: toml::Table = text.parse().unwrap();
        let value = serde_json::to_value(table).unwrap();
        faults(&kind.schema(&Catalog::default()), &value, "")
    }

    #[test]
    fn all_shipped_files_fit_their_schemas() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut n = 0;
        for (dir, kind) in [
            ("strategies", Some(FileKind::Strategy)),
            ("configs/rulesets", Some(FileKind::Rules)),
            ("configs/rulesets/variants", Some(FileKind::Rules)),
            ("configs/bots", Some(FileKind::Strategy)),
            ("configs", None),
        ] {
            for entry in std::fs::read_dir(root.join(dir)).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_none_or(|e| e != "toml") {
                    continue;
                }
                let name = path.file_stem().unwrap().to_str().unwrap();
                let kind = kind.unwrap_or(match name.split('-').next() {
                    Some("balance") => FileKind::Balance,
                    Some("sweep") => FileKind::Sweep,
                    Some("tune") => FileKind::Tune,
                    _ => FileKind::Tournament,
                });
                let text = std::fs::read_to_string(&path).unwrap();
                assert_eq!(
                    checked(kind, &text),
                    Vec::<String>::new(),
                    "{}",
                    path.display()
                );
                n += 1;
            }
        }
        assert!(n > 50, "{n}");
    }

    #[test]
    fn wrong_keys_and_values_do_not_fit() {
        for (kind, text, fault) in [
            (FileKind::Tune, "name = 'a'\nplayer = 2", ".player: unknown"),
            (
                FileKind::Tune,
                "players = 11",
                ".players: 11 is out of range",
            ),
            (FileKind::Sweep, "design = 'gird'", ".design: \"gird\""),
            (
                FileKind::Balance,
                "[cards]\ndeals = '2'",
                ".cards.deals: string",
            ),
            (FileKind::Tournament, "pool = 'greedy'", ".pool: string"),
            (
                FileKind::Rules,
                "base = 'classic'\nhandsize = 3",
                ".handsize: unknown",
            ),
            (
                FileKind::Rules,
                "base = 'grid'\nhand_size = 0",
                ".hand_size: 0 is out of range",
            ),
            (
                FileKind::Strategy,
                "policy = 'heuristic'\n[params]\nbluf = 1",
                ".params.bluf: unknown",
            ),
            (
                FileKind::Strategy,
                "policy = 'heuristic'\n[params]\nbluff = 2",
                ".params.bluff: 2 is out of range",
            ),
        ] {
            assert_eq!(checked(kind, text), [fault], "{text}");
        }
    }
}
