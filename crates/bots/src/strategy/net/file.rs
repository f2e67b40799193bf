//! Files of weights (`.pgnet`): a header that describes them, the weights, and a checksum of all
//! preceding bytes.
//!
//! ```text
//! "pgnet 1\n"            8 bytes
//! length of the head     4 bytes, little-endian
//! head                   JSON: "networks" (what each fits, its widths), "provenance" (how they were made, for people)
//! weights                by network: rows, bias1, weights2, bias2, weights3, bias3; little-endian
//! SHA-256                32 bytes, over all before
//! ```

use super::layers::{Layers, PackedLayers};
use powergrab_engine::config::{hex, parse_json};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Maximum size of a file, in bytes.
pub const MAX_FILE: usize = 64 << 20;
const MAGIC: &[u8; 8] = b"pgnet 1\n";
const CHECKSUM: usize = 32;

/// Error of a file of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Wrong magic number.
    #[error("not a file of weights: it does not begin with \"pgnet 1\"")]
    Magic,
    /// A byte has changed.
    #[error("damaged: the checksum does not agree; take it from where it came again")]
    Checksum,
    /// The header cannot be read.
    #[error("its head cannot be read: {0}")]
    Head(String),
    /// The sizes of the network with this index do not fit together.
    #[error("network {0}: the numbers of weights do not fit together")]
    Sizes(usize),
}

/// Purpose of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// Ruleset that it was trained for, for people.
    pub ruleset: String,
    /// Fingerprint of its deck, of the features and of the observation
    /// ([`Features::deck`](powergrab_engine::shedding::Features::deck)), as 16 hexadecimal digits.
    pub deck: String,
    /// Minimum and maximum number of seats.
    pub seats: (u8, u8),
    /// `true` if it was trained under house rules.
    pub house: bool,
    /// Meaning of its numbers: [`Goal::name`](crate::strategy::search::Goal::name).
    pub goal: String,
    /// Output for a value of one.
    pub scale: f64,
    /// Number of rows of the first layer.
    pub features: usize,
    /// Widths of the first and the second layer.
    pub layers: (usize, usize),
    /// Number of outputs: one for each action, and the value.
    pub outputs: usize,
}

/// A network of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Purpose.
    pub fit: Fit,
    /// [`Fit::deck`] as a number.
    pub deck: u64,
    /// Weights.
    pub layers: PackedLayers,
}

#[derive(Serialize, Deserialize)]
struct Head {
    networks: Vec<Fit>,
    provenance: serde_json::Value,
}

/// Networks of a file, and its checksum.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The networks.
    pub networks: Vec<Network>,
    /// Provenance, as in the header.
    pub provenance: serde_json::Value,
    /// SHA-256 of the file without its last 32 bytes, in hexadecimal digits.
    pub checksum: String,
}

/// Takes numbers from the front of the bytes.
fn take<const N: usize, T>(
    bytes: &mut &[u8],
    n: usize,
    number: fn([u8; N]) -> T,
) -> Option<Vec<T>> {
    let (numbers, rest) = bytes.split_at_checked(n.checked_mul(N)?)?;
    *bytes = rest;
    Some(
        numbers
            .as_chunks::<N>()
            .0
            .iter()
            .map(|b| number(*b))
            .collect(),
    )
}

impl Weights {
    /// Parses a file.
    ///
    /// # Errors
    /// Fails if it is not a file of networks, or is damaged.
    pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Magic)?;
        let (body, checksum) = body
            .split_at_checked(body.len().saturating_sub(CHECKSUM))
            .ok_or(WeightsError::Checksum)?;
        let digest = Sha256::digest(&bytes[..bytes.len().saturating_sub(CHECKSUM)]);
        if checksum != digest.as_slice() {
            return Err(WeightsError::Checksum);
        }
        let short = || WeightsError::Head("it ends too early".to_owned());
        let (length, body) = body.split_first_chunk::<4>().ok_or_else(short)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (head, mut rest) = body.split_at_checked(length).ok_or_else(short)?;
        let wrong = |e: &dyn std::fmt::Display| WeightsError::Head(e.to_string());
        let head = std::str::from_utf8(head).map_err(|e| wrong(&e))?;
        let head = parse_json(head).map_err(|e| wrong(&e))?;
        let head = Head::deserialize(head).map_err(|e| wrong(&e))?;
        let mut networks = Vec::new();
        for (number, fit) in head.networks.into_iter().enumerate() {
            let network = network(fit, &mut rest).ok_or(WeightsError::Sizes(number))?;
            networks.push(network);
        }
        if !rest.is_empty() {
            return Err(WeightsError::Sizes(networks.len()));
        }
        Ok(Weights {
            networks,
            provenance: head.provenance,
            checksum: hex(&digest),
        })
    }

    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = Head {
            networks: self.networks.iter().map(|n| n.fit.clone()).collect(),
            provenance: self.provenance.clone(),
        };
        // A header of texts and numbers can always be written.
        let head = serde_json::to_vec(&head).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head);
        for Network { layers, .. } in &self.networks {
            bytes.extend(layers.rows.weights().flat_map(i16::to_le_bytes));
            let small = |bytes: &mut Vec<u8>, numbers: &[i16]| {
                bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
            };
            let large = |bytes: &mut Vec<u8>, numbers: &[i32]| {
                bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
            };
            small(&mut bytes, &layers.bias1);
            small(&mut bytes, &layers.weights2);
            large(&mut bytes, &layers.bias2);
            small(&mut bytes, &layers.weights3);
            large(&mut bytes, &layers.bias3);
        }
        bytes.extend(Sha256::digest(&bytes));
        bytes
    }
}

/// Reads the next network.
fn network(fit: Fit, rest: &mut &[u8]) -> Option<Network> {
    let (first, second) = fit.layers;
    let layers = Layers {
        first,
        second,
        rows: take(rest, fit.features.checked_mul(first)?, i16::from_le_bytes)?.into(),
        bias1: take(rest, first, i16::from_le_bytes)?,
        weights2: take(rest, first.checked_mul(second)?, i16::from_le_bytes)?,
        bias2: take(rest, second, i32::from_le_bytes)?,
        weights3: take(rest, second.checked_mul(fit.outputs)?, i16::from_le_bytes)?,
        bias3: take(rest, fit.outputs, i32::from_le_bytes)?,
    };
    let deck = u64::from_str_radix(&fit.deck, 16).ok()?;
    let sense = fit.seats.0 <= fit.seats.1 && fit.scale.is_finite() && fit.scale > 0.0;
    let sound = sense && layers.is_sound(fit.features, fit.outputs);
    sound.then(|| Network {
        fit,
        deck,
        layers: PackedLayers::new(layers),
    })
}
