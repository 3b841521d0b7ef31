//! `docs/reference/cli.md`, generated from the commands.

use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory};

use super::Arguments;

const HEAD: &str = "# Commands\n\n\
    This page lists every command of `touchstone`.\n\
    It is generated from the program: to update it, run `just bless`.\n\
    `touchstone help <command>` prints the same, `touchstone man` prints the manual page, and \
    `touchstone completions <shell>` prints the completion script of a shell.\n\n\
    Every command reads the [settings](settings.md): those of `--config <FILE>`, or of the file \
    that `TOUCHSTONE_CONFIG` names, and those of the environment, which take precedence.\n\n\
    Data goes to standard output, and messages go to standard error.\n\
    A list has a header on a terminal.\n\
    In a pipe it has no header, and its columns are separated by tabs.\n\
    The help of `--json` shows the shape of the JSON; `…` stands for further fields.\n\
    If `NO_COLOR` is set, output has no colors.\n\n\
    | exit code | meaning |\n| --- | --- |\n\
    | 0 | done |\n\
    | 1 | failed; standard error has the reason |\n\
    | 2 | wrong usage: an unknown command or option |\n\
    | 3 | problems found, such as invalid settings or pending migrations |\n";

/// The whole page.
fn markdown() -> String {
    let mut page = HEAD.to_owned();
    let mut program = Arguments::command();
    program.build();
    for command in program.get_subcommands().filter(|command| is_shown(command)) {
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
    let is_listed = |argument: &&Arg| is_own(argument.get_id().as_str()) && !argument.is_hide_set();
    let arguments: Vec<_> = command.get_arguments().filter(is_listed).collect();
    if !arguments.is_empty() {
        page.push_str("\n| argument | meaning |\n| --- | --- |\n");
    }
    for argument in arguments {
        let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string);
        let mut help = sentence(&help.unwrap_or_default());
        let usual: Vec<_> =
            argument.get_default_values().iter().map(|v| v.to_string_lossy()).collect();
        if argument.get_action().takes_values() && !usual.is_empty() {
            help.push_str(&format!(" Default: {}.", usual.join(" ")));
        }
        let values = argument.get_possible_values();
        let values: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
        if argument.get_action().takes_values() && !values.is_empty() {
            help.push_str(&format!(" Values: {}.", values.join(", ")));
        }
        page.push_str(&format!("| `{argument}` | {} |\n", help.replace('|', r"\|")));
    }
    if let Some(example) = examples(command) {
        page.push_str(&example);
    }
    for inner in command.get_subcommands().filter(|inner| is_shown(inner)) {
        section(page, &name, inner, depth + 1);
    }
}

fn is_shown(command: &Command) -> bool {
    command.get_name() != "help" && !command.is_hide_set()
}

/// The examples of a command as a block of code.
fn examples(command: &Command) -> Option<String> {
    let help = command.get_after_help()?.to_string();
    let lines: Vec<&str> = help.lines().skip(1).map(str::trim).collect();
    Some(format!("\n```sh\n{}\n```\n", lines.join("\n")))
}

/// With the full stop that clap takes from short texts, and JSON as code.
fn sentence(text: &str) -> String {
    let text = with_code(&text.trim().replace("\n\n", " ").replace('\n', " "));
    if text.is_empty() || text.ends_with('.') { text } else { format!("{text}.") }
}

/// With each outermost pair of braces between backticks.
fn with_code(text: &str) -> String {
    let mut depth = 0;
    let mut out = String::new();
    for c in text.chars() {
        if c == '{' && depth == 0 {
            out.push('`');
        }
        depth += i32::from(c == '{') - i32::from(c == '}');
        out.push(c);
        if c == '}' && depth == 0 {
            out.push('`');
        }
    }
    out
}

#[test]
fn the_document_of_commands_is_what_the_program_says() {
    expect_test::expect_file!["../../../../docs/reference/cli.md"].assert_eq(&markdown());
}

/// The commands that do something, each with its name in full.
fn leaves(command: &Command, before: &str, found: &mut Vec<(String, Command)>) {
    let name = format!("{before} {}", command.get_name()).trim().to_owned();
    let mut inner = command.get_subcommands().filter(|inner| is_shown(inner)).peekable();
    if inner.peek().is_none() {
        found.push((name, command.clone()));
        return;
    }
    inner.for_each(|inner| leaves(inner, &name, found));
}

#[test]
fn every_command_has_a_short_text_and_two_examples_that_it_takes() {
    let mut program = Arguments::command();
    program.build();
    let mut found = Vec::new();
    leaves(&program, "", &mut found);
    assert!(found.len() > 20);
    for (name, command) in found {
        let about = command.get_about().unwrap_or_default().to_string();
        assert!((1..=60).contains(&about.chars().count()), "{name}: {about}");
        let help = command.get_after_help().unwrap_or_default().to_string();
        let lines: Vec<&str> = help.lines().skip(1).collect();
        assert_eq!(lines.len(), 2, "{name}");
        for line in lines {
            let from = line.find("touchstone").expect("a call of the program");
            let call = line[from..].split(['|', '<', '>', ')']).next().unwrap_or_default();
            let words = words(call);
            let path: Vec<&str> = name.split(' ').collect();
            let has = |word: &&str| words.iter().any(|other| other == word);
            assert!(path.iter().all(has), "{line} is not of {name}");
            if let Err(error) = Arguments::command().try_get_matches_from(&words) {
                panic!("{line}: {error}");
            }
        }
    }
}

/// The words of a line as a shell splits it, with single quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let of_part = |(at, part): (usize, &str)| -> Vec<String> {
        match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        }
    };
    parts.flat_map(of_part).collect()
}

#[test]
fn old_spellings_work_and_are_not_listed() {
    let old = [
        "config",
        "config --check",
        "config --explain",
        "demo",
        "demo --testers 40 --seed 2 --password-stdin",
        "demo --remove --with-others --yes",
        "demo --dry-run",
        "admin create --username ada",
        "account delete ada --yes",
    ];
    for line in old {
        let arguments = std::iter::once("touchstone").chain(line.split(' '));
        assert!(Arguments::command().try_get_matches_from(arguments).is_ok(), "{line}");
    }
    let page = markdown();
    for hidden in ["`touchstone account", "--username", "`--explain`", "`--remove`"] {
        assert!(!page.contains(hidden), "{hidden}");
    }
}
