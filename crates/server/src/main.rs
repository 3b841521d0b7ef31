//! The binary `touchstone`.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::main_with(server::product::extension)
}
