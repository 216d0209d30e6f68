//! Lists the character files of the rules in ASP, so that a new file needs to be named nowhere.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::{env, fs, io};

const CAST: &str = "rules/botc/cast";

fn main() -> io::Result<()> {
    let cargo_tells = |name: &str| env::var(name).map_err(io::Error::other);
    let mut ids = Vec::new();
    for entry in fs::read_dir(Path::new(&cargo_tells("CARGO_MANIFEST_DIR")?).join(CAST))? {
        let name = entry?.file_name().into_string().map_err(|name| io::Error::other(format!("{name:?}")))?;
        ids.extend(name.strip_suffix(".lp").map(str::to_owned));
    }
    ids.sort_unstable();
    let mut table = "&[\n".to_owned();
    for id in ids {
        let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{CAST}/{id}.lp\")");
        let _ = writeln!(table, "    (\"{id}\", include_str!({path})),");
    }
    table.push_str("]\n");
    fs::write(Path::new(&cargo_tells("OUT_DIR")?).join("botc_cast.rs"), table)?;
    writeln!(io::stdout(), "cargo::rerun-if-changed={CAST}")
}
