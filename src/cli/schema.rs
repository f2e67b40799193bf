//! `powergrab schema`: JSON Schemas of the files that people write.

use super::failure::Failure;
use super::output::{Like, write_file};
use super::say::{pretty, print};
use clap::builder::PossibleValuesParser;
use powergrab_lab::catalog::Catalog;
use powergrab_lab::schema::FileKind;
use std::fs;
use std::path::PathBuf;

/// The first bytes of a schema.
const SCHEMA: Like = Like("{\n  \"$schema\"", "JSON Schema");

/// Print the JSON Schema of a kind of file, for editors
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  powergrab schema tune       the schema of the files for `powergrab tune`
  powergrab schema --out .    all schemas, as powergrab-tune.schema.json and so on

Editors with support for TOML schemas check and complete a file whose first line is

  #:schema ./powergrab-tune.schema.json

`powergrab new` writes that line and the schema.")]
pub struct Args {
    /// Kind of file
    #[arg(value_name = "KIND", value_parser = PossibleValuesParser::new(FileKind::TEXTS), required_unless_present = "out")]
    kind: Option<String>,
    /// Write the schemas into this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the schema, or writes one or all.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let asked = args.kind.as_deref().and_then(FileKind::from_text);
    let Some(dir) = &args.out else {
        let schema = asked.map(|kind| kind.schema(catalog));
        return print(&schema.as_ref().map(pretty).unwrap_or_default());
    };
    let failed = |e| Failure::Io(format!("{}: cannot be created: {e}", dir.display()));
    fs::create_dir_all(dir).map_err(failed)?;
    let all = FileKind::TEXTS
        .iter()
        .filter_map(|text| FileKind::from_text(text));
    for kind in all.filter(|kind| asked.is_none_or(|asked| asked == *kind)) {
        let path = dir.join(kind.schema_file());
        let text = pretty(&kind.schema(catalog));
        write_file(&path, SCHEMA, |file| file.write_all(text.as_bytes()))?;
        print(&format!("wrote {}\n", path.display()))?;
    }
    Ok(())
}
