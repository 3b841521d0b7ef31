//! Lists: columns with a header on a terminal, values between tabs for other programs.

use std::io::IsTerminal;

/// The lines of a list, for where standard output leads.
pub(super) fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    match std::io::stdout().is_terminal() {
        true => columns(header, rows),
        false => rows.iter().map(|row| format!("{}\n", row.join("\t"))).collect(),
    }
}

fn columns(header: &[&str], rows: &[Vec<String>]) -> String {
    let header: Vec<String> = header.iter().map(|title| title.to_uppercase()).collect();
    let lines: Vec<&Vec<String>> = std::iter::once(&header).chain(rows).collect();
    let cell = |line: &[String], at: usize| line.get(at).cloned().unwrap_or_default();
    let width = |at: usize| {
        lines.iter().map(|line| cell(line, at).chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = widths.iter().enumerate().map(|(at, width)| {
            let cell = cell(line, at);
            format!("{cell}{}", " ".repeat(width - cell.chars().count()))
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [vec!["ada".to_owned(), "-".to_owned()], vec!["bö".to_owned(), "x".to_owned()]];
        assert_eq!(columns(&["name", "email"], &rows), "NAME  EMAIL\nada   -\nbö    x\n");
    }
}
