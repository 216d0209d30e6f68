//! The `gaslamp` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    gaslamp_cli::main()
}
