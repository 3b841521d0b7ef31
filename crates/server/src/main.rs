//! The binary `touchstone`.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::main_with(parse_engine::Extension::default())
}
