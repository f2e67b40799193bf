//! Prints docs/observation.md.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", powergrab_env::places::markdown()?);
    Ok(())
}
