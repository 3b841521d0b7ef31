//! The binary `touchstone`.

use std::process::ExitCode;

fn main() -> ExitCode {
    touchstone::main_with(touchstone::product::extension)
}
