//! Tables of a ladder.

use powergrab_engine::shedding::Family;

/// Rulesets and seats.
#[derive(Debug, clap::Args)]
pub(super) struct Tables {
    /// The rulesets
    #[arg(long, value_delimiter = ',', default_value = "power-grab,green-lantern,classic", value_parser = family)]
    pub(super) rulesets: Vec<Family>,
    /// The numbers of seats
    #[arg(long, value_delimiter = ',', default_value = "2,4", value_parser = clap::value_parser!(u8).range(2..=6))]
    pub(super) seats: Vec<u8>,
}

pub(super) fn family(text: &str) -> Result<Family, String> {
    let found = Family::ALL.into_iter().find(|f| f.name() == text);
    found
        .ok_or_else(|| powergrab_engine::config::one_of(text, Family::ALL.iter().map(|f| f.name())))
}
