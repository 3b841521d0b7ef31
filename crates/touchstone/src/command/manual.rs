//! `touchstone completions` and `touchstone man`: what shells and readers of manuals need, made of
//! the commands themselves.

use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man as Page;

use super::{Arguments, Outcome, print};

/// The shell.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell.
    shell: Shell,
}

/// Where the pages are written.
#[derive(Debug, Args)]
pub(super) struct Man {
    /// Write the pages of all commands into this folder, and create it if it does not exist.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Prints a script for a shell.
pub(super) fn completions(wanted: &Completions) -> Result<Outcome, String> {
    let mut script = Vec::new();
    clap_complete::generate(wanted.shell, &mut Arguments::command(), "touchstone", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::Done)
}

/// Prints the page of the program, or writes one for each command.
pub(super) fn man(wanted: &Man) -> Result<Outcome, String> {
    let failed = |error: std::io::Error| format!("the manual cannot be written: {error}");
    match &wanted.folder {
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(failed)?;
            clap_mangen::generate_to(Arguments::command(), folder).map_err(failed)?;
        }
        None => {
            let mut page = Vec::new();
            Page::new(Arguments::command()).render(&mut page).map_err(failed)?;
            print(&String::from_utf8_lossy(&page))?;
        }
    }
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_gets_a_script_and_every_command_a_page() {
        Arguments::command().debug_assert();
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "touchstone", &mut script);
            assert!(String::from_utf8_lossy(&script).contains("setup-link"), "{shell}");
        }
        let folder = std::env::temp_dir().join(format!("touchstone-man-{}", std::process::id()));
        man(&Man { folder: Some(folder.clone()) }).unwrap();
        for page in ["touchstone.1", "touchstone-migrate.1", "touchstone-user-list.1"] {
            assert!(folder.join(page).is_file(), "{page}");
        }
        let page = std::fs::read_to_string(folder.join("touchstone-user-list.1")).unwrap();
        assert!(page.contains("touchstone user list"), "its examples");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
