//! The rules of the shedding family as data: every option of RULES.md, with the official defaults.

use crate::{COLOURS, Card, TOWERS, classic_deck, json_list, quoted};

/// Numbers with an icon, in each colour (PG-2).
pub const OFFICIAL_ICONS: &str = "2! 3U 4N 5O 6! 7U 8N 9O";

#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// `power-grab`, `green-lantern` or `classic`.
    pub ruleset: String,
    /// One string per colour in the order of `COLOURS` (PG-2).
    pub icons: Vec<String>,
    /// `None` for the official deck (PG-2).
    pub deck: Option<Vec<(Card, usize)>>,
    /// `None` for "random" (PG-3).
    pub first_dealer: Option<usize>,
    /// "left", "winner" or "random" (PG-3).
    pub next_dealer: String,
    pub hand_size: usize,
    pub opening_draw_skips: bool,
    pub wild_after_draw: bool,
    pub towers: String,
    /// By tower: the cards that it stops (PG-9).
    pub protects: Vec<(char, Vec<String>)>,
    pub instant_uno: bool,
    pub block_last: bool,
    /// "on-need" or "on-empty" (PG-14).
    pub reshuffle: String,
    pub max_turns: u64,
    /// Points of every symbol that is not a number (PG-16, GL-5).
    pub points: Vec<(String, u64)>,
    pub target_score: u64,
    /// "opponents" or "own" (PG-16).
    pub scoring: String,
    pub max_rounds: u64,
    /// "turn" or "skip" (PG-17).
    pub two_player_reverse: String,
    /// "none", "same" or "cross" (HR-1).
    pub stack: String,
    /// "one" or "until-playable" (HR-2).
    pub draw: String,
    /// HR-3.
    pub force_play: bool,
    /// `true` if a Wild Draw Four may be challenged (HR-4).
    pub challenge: bool,
    /// `true` if a Wild Draw Four may be laid down as a bluff (HR-4).
    pub bluff: bool,
    /// HR-5.
    pub seven_zero: bool,
    /// "sheet", "number" or "plain" (HR-6).
    pub upcard: String,
}

impl Options {
    /// Returns the official rules of a ruleset.
    pub fn official(ruleset: &str) -> Result<Options, String> {
        let points: &[(&str, u64)] = match ruleset {
            "power-grab" => &[
                ("D1", 20),
                ("D2", 20),
                ("R", 20),
                ("S", 20),
                ("G2", 50),
                ("WT", 50),
                ("W4", 50),
            ],
            "green-lantern" => &[
                ("D2", 20),
                ("R", 20),
                ("S", 20),
                ("W", 50),
                ("W4", 50),
                ("WP", 50),
            ],
            "classic" => &[("D2", 20), ("R", 20), ("S", 20), ("W", 50), ("W4", 50)],
            _ => return Err(format!("unknown ruleset `{ruleset}`")),
        };
        let with_towers = ruleset == "power-grab";
        let stops = [('U', "D1"), ('N', "D2"), ('O', "W4"), ('!', "S")];
        Ok(Options {
            ruleset: ruleset.to_string(),
            icons: vec![
                if with_towers {
                    OFFICIAL_ICONS.to_string()
                } else {
                    String::new()
                };
                4
            ],
            deck: None,
            first_dealer: None,
            next_dealer: "left".to_string(),
            hand_size: 7,
            opening_draw_skips: true,
            wild_after_draw: false,
            towers: if with_towers {
                "UNO!".to_string()
            } else {
                String::new()
            },
            protects: stops
                .map(|(tower, card)| {
                    (
                        tower,
                        if with_towers {
                            vec![card.to_string()]
                        } else {
                            vec![]
                        },
                    )
                })
                .to_vec(),
            instant_uno: with_towers,
            block_last: true,
            reshuffle: "on-need".to_string(),
            max_turns: 10000,
            points: points
                .iter()
                .map(|(symbol, worth)| (symbol.to_string(), *worth))
                .collect(),
            target_score: 500,
            scoring: "opponents".to_string(),
            max_rounds: 10000,
            two_player_reverse: "turn".to_string(),
            stack: "none".to_string(),
            draw: "one".to_string(),
            force_play: false,
            challenge: true,
            bluff: true,
            seven_zero: false,
            upcard: "sheet".to_string(),
        })
    }

    /// Returns whether any option differs from the official rules.
    pub fn is_variant(&self) -> bool {
        Options::official(&self.ruleset).as_ref() != Ok(self)
    }

    /// Sets one option from text. Lists are written `points=G2:20,WT:40`, `protects=U:D1+S,N:`,
    /// `deck=R5:2,W4:4`, and the icons of one colour `icons_R=...`.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = || {
            value
                .parse::<u64>()
                .map_err(|_| format!("{key}: `{value}` is not a number"))
        };
        let truth = || {
            value
                .parse::<bool>()
                .map_err(|_| format!("{key}: `{value}` is neither true nor false"))
        };
        let one_of = |allowed: &[&str]| {
            if allowed.contains(&value) {
                Ok(value.to_string())
            } else {
                Err(format!("{key}: one of {allowed:?}"))
            }
        };
        if self.ruleset != "power-grab"
            && ["towers", "icons", "instant_uno", "protects"].contains(&key)
        {
            return Err(format!("{key}: {} has no towers", self.ruleset));
        }
        match key {
            "icons" => self.icons = vec![value.to_string(); 4],
            "icons_R" => self.icons[0] = value.to_string(),
            "icons_Y" => self.icons[1] = value.to_string(),
            "icons_G" => self.icons[2] = value.to_string(),
            "icons_B" => self.icons[3] = value.to_string(),
            "deck" => {
                let mut deck = Vec::new();
                for (text, count) in pairs(key, value)? {
                    deck.push((
                        Card::parse(&text)?,
                        count.parse().map_err(|_| format!("deck: `{count}`"))?,
                    ));
                }
                self.deck = Some(deck);
            }
            "first_dealer" if value == "random" => self.first_dealer = None,
            "first_dealer" => self.first_dealer = Some(number()? as usize),
            "next_dealer" => self.next_dealer = one_of(&["left", "winner", "random"])?,
            "hand_size" => self.hand_size = number()? as usize,
            "opening_draw_skips" => self.opening_draw_skips = truth()?,
            "wild_after_draw" => self.wild_after_draw = truth()?,
            "towers" => self.towers = value.to_string(),
            "protects" => {
                for (tower, list) in pairs(key, value)? {
                    let stops: Vec<String> = list
                        .split('+')
                        .filter(|card| !card.is_empty())
                        .map(str::to_string)
                        .collect();
                    let entry = self
                        .protects
                        .iter_mut()
                        .find(|(known, _)| known.to_string() == tower);
                    entry.ok_or(format!("protects: no tower `{tower}`"))?.1 = stops;
                }
            }
            "instant_uno" => self.instant_uno = truth()?,
            "block_last" => self.block_last = truth()?,
            "reshuffle" => self.reshuffle = one_of(&["on-need", "on-empty"])?,
            "max_turns" => self.max_turns = number()?,
            "points" => {
                for (symbol, worth) in pairs(key, value)? {
                    let entry = self.points.iter_mut().find(|(known, _)| *known == symbol);
                    entry.ok_or(format!("points: no `{symbol}` here"))?.1 =
                        worth.parse().map_err(|_| format!("points: `{worth}`"))?;
                }
            }
            "target_score" => self.target_score = number()?,
            "scoring" => self.scoring = one_of(&["opponents", "own"])?,
            "max_rounds" => self.max_rounds = number()?,
            "two_player_reverse" => self.two_player_reverse = one_of(&["turn", "skip"])?,
            "stack" => self.stack = one_of(&["none", "same", "cross"])?,
            "draw" => self.draw = one_of(&["one", "until-playable"])?,
            "force_play" => self.force_play = truth()?,
            "challenge" => self.challenge = truth()?,
            "bluff" => self.bluff = truth()?,
            "seven_zero" => self.seven_zero = truth()?,
            "upcard" => self.upcard = one_of(&["sheet", "number", "plain"])?,
            _ => return Err(format!("unknown option `{key}`")),
        }
        Ok(())
    }

    /// Returns all cards of the game, in no particular order (PG-2, GL-2).
    pub fn cards(&self) -> Result<Vec<Card>, String> {
        if let Some(deck) = &self.deck {
            return Ok(deck
                .iter()
                .flat_map(|(card, count)| vec![*card; *count])
                .collect());
        }
        if self.ruleset != "power-grab" {
            let mut deck = classic_deck();
            if self.ruleset == "green-lantern" {
                deck.extend([Card::parse("WP")?; 4]);
            }
            return Ok(deck);
        }
        let mut texts: Vec<String> = Vec::new();
        for (colour, icons) in COLOURS.iter().zip(&self.icons) {
            for number in 1..=9 {
                let mut copies = vec![format!("{colour}{number}"); 2];
                let mut bare = 0;
                for item in icons.split_whitespace() {
                    if item.starts_with(&number.to_string()) {
                        let copy = copies
                            .get_mut(bare)
                            .ok_or(format!("icons: a third {number}"))?;
                        *copy = format!("{colour}{item}");
                        bare += 1;
                    }
                }
                texts.extend(copies);
            }
            for action in ["D1", "D1", "D2", "D2", "S", "S", "R", "G2"] {
                texts.push(format!("{colour}{action}"));
            }
        }
        texts.extend(["WT", "WT", "WT", "WT", "W4", "W4", "W4", "W4"].map(str::to_string));
        texts.iter().map(|text| Card::parse(text)).collect()
    }

    /// Refuses rules that do not allow this number of seats.
    pub fn check(&self, seats: usize) -> Result<(), String> {
        let most = if self.ruleset == "power-grab" { 6 } else { 10 }; // PG-1, GL-1
        if seats < 2 || seats > most {
            return Err(format!("{} is for 2 to {most} players", self.ruleset));
        }
        if self.first_dealer.is_some_and(|dealer| dealer >= seats) {
            return Err("first_dealer: no such seat".to_string());
        }
        if [
            self.max_turns,
            self.max_rounds,
            self.hand_size as u64,
            self.target_score,
        ]
        .contains(&0)
        {
            return Err(
                "max_turns, max_rounds, hand_size and target_score must be positive".to_string(),
            );
        }
        if self.towers.chars().any(|tower| !TOWERS.contains(&tower)) {
            return Err(format!("towers: `{}`", self.towers));
        }
        let deck = self.cards()?;
        // For any deal, a card that need not go back must be left to turn up (PG-5, HR-6).
        if deck.iter().filter(|card| self.may_start(card)).count() <= seats * self.hand_size {
            return Err("the deck is too small".to_string());
        }
        match deck
            .iter()
            .find(|card| card.number().is_none() && self.points_of(card).is_none())
        {
            Some(card) => Err(format!("{} has no points", card.text())),
            None => Ok(()),
        }
    }

    /// Returns whether the card may be the upcard (PG-5, HR-6).
    pub fn may_start(&self, card: &Card) -> bool {
        card.symbol != "W4" && (self.upcard != "number" || card.number().is_some())
    }

    /// PG-16, GL-5.
    pub fn points_of(&self, card: &Card) -> Option<u64> {
        match card.number() {
            Some(number) => Some(number as u64),
            None => self
                .points
                .iter()
                .find(|(symbol, _)| symbol == card.symbol)
                .map(|(_, worth)| *worth),
        }
    }

    /// Returns every option in force, for the `game` line of a trace.
    pub fn json(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut add = |key: &str, value: String| parts.push(format!("\"{key}\":{value}"));
        let object = |pairs: Vec<(String, String)>| {
            let inner: Vec<String> = pairs
                .iter()
                .map(|(key, value)| format!("\"{key}\":{value}"))
                .collect();
            format!("{{{}}}", inner.join(","))
        };
        if self.icons.iter().all(|icons| *icons == self.icons[0]) {
            add("icons", quoted(&self.icons[0]));
        } else {
            let pairs = COLOURS.iter().zip(&self.icons);
            add(
                "icons",
                object(
                    pairs
                        .map(|(colour, icons)| (colour.to_string(), quoted(icons)))
                        .collect(),
                ),
            );
        }
        if let Some(deck) = &self.deck {
            add(
                "deck",
                object(
                    deck.iter()
                        .map(|(card, count)| (card.text(), count.to_string()))
                        .collect(),
                ),
            );
        }
        add(
            "first_dealer",
            self.first_dealer
                .map_or(quoted("random"), |dealer| dealer.to_string()),
        );
        add("next_dealer", quoted(&self.next_dealer));
        add("hand_size", self.hand_size.to_string());
        add("opening_draw_skips", self.opening_draw_skips.to_string());
        add("wild_after_draw", self.wild_after_draw.to_string());
        add("towers", quoted(&self.towers));
        let stops = self.protects.iter();
        let stops =
            stops.map(|(tower, cards)| (tower.to_string(), json_list(cards, |card| quoted(card))));
        add("protects", object(stops.collect()));
        add("instant_uno", self.instant_uno.to_string());
        add("block_last", self.block_last.to_string());
        add("reshuffle", quoted(&self.reshuffle));
        add("max_turns", self.max_turns.to_string());
        add(
            "points",
            object(
                self.points
                    .iter()
                    .map(|(symbol, worth)| (symbol.clone(), worth.to_string()))
                    .collect(),
            ),
        );
        add("target_score", self.target_score.to_string());
        add("scoring", quoted(&self.scoring));
        add("max_rounds", self.max_rounds.to_string());
        add("two_player_reverse", quoted(&self.two_player_reverse));
        // A trace lists house rules only if one is in force.
        if self.stack != "none" {
            add("stack", quoted(&self.stack));
        }
        if self.draw != "one" {
            add("draw", quoted(&self.draw));
        }
        for (key, on, usual) in [
            ("force_play", self.force_play, false),
            ("challenge", self.challenge, true),
            ("bluff", self.bluff, true),
            ("seven_zero", self.seven_zero, false),
        ] {
            if on != usual {
                add(key, on.to_string());
            }
        }
        if self.upcard != "sheet" {
            add("upcard", quoted(&self.upcard));
        }
        format!("{{{}}}", parts.join(","))
    }
}

fn pairs(key: &str, value: &str) -> Result<Vec<(String, String)>, String> {
    let mut list = Vec::new();
    for item in value.split(',').filter(|item| !item.is_empty()) {
        let (left, right) = item
            .split_once(':')
            .ok_or(format!("{key}: `{item}` is not NAME:VALUE"))?;
        list.push((left.to_string(), right.to_string()));
    }
    Ok(list)
}
