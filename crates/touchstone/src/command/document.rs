//! `docs/commands.md`, made of the commands themselves.

use clap::{Command, CommandFactory};

use super::Arguments;

const HEAD: &str = "# Commands\n\n\
    Made of the program itself; `touchstone help` and `touchstone help <command>` say the same, \
    `touchstone man` prints it as a manual page, and `touchstone completions <shell>` lets a shell \
    complete it.\n\n\
    Every command reads the settings of [configuration.md](configuration.md): those of \
    `--config <FILE>`, or of the file that `TOUCHSTONE_CONFIG` names, and over them the environment.\n\n\
    | exit code | meaning |\n| --- | --- |\n\
    | 0 | done |\n\
    | 1 | failed; why is on standard error |\n\
    | 2 | wrongly called: an unknown command or option |\n\
    | 3 | problems found, such as invalid settings or pending migrations |\n";

/// The whole page.
fn markdown() -> String {
    let mut page = HEAD.to_owned();
    let mut program = Arguments::command();
    program.build();
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        section(&mut page, "touchstone", command, 2);
    }
    page
}

fn section(page: &mut String, before: &str, command: &Command, depth: usize) {
    let name = format!("{before} {}", command.get_name());
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string);
    page.push_str(&format!("\n{} `{name}`\n\n", "#".repeat(depth)));
    page.push_str(&format!("{}\n", sentence(&about.unwrap_or_default())));
    let is_own = |id: &str| !matches!(id, "help" | "version" | "config");
    let arguments: Vec<_> =
        command.get_arguments().filter(|argument| is_own(argument.get_id().as_str())).collect();
    if !arguments.is_empty() {
        page.push_str("\n| argument | meaning |\n| --- | --- |\n");
    }
    for argument in arguments {
        let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string);
        let mut help = sentence(&help.unwrap_or_default());
        let usual: Vec<_> =
            argument.get_default_values().iter().map(|v| v.to_string_lossy()).collect();
        if argument.get_action().takes_values() && !usual.is_empty() {
            help.push_str(&format!(" Not given: {}.", usual.join(" ")));
        }
        page.push_str(&format!("| `{argument}` | {help} |\n"));
    }
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        section(page, &name, inner, depth + 1);
    }
}

/// With the full stop that clap takes from short texts.
fn sentence(text: &str) -> String {
    let text = text.trim().replace("\n\n", " ").replace('\n', " ");
    if text.is_empty() || text.ends_with('.') { text } else { format!("{text}.") }
}

#[test]
fn the_document_of_commands_is_what_the_program_says() {
    expect_test::expect_file!["../../../../docs/commands.md"].assert_eq(&markdown());
}
