//! Prints how well the score tells farms from crowds: `cargo run -p feedback-demo --example farms -- [seed] [strangers]`.

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().unwrap_or(0));
    let seed = numbers.next().unwrap_or(20);
    let strangers = numbers.next().unwrap_or(48_930);
    let began = std::time::Instant::now();
    let measured = feedback_demo::farm::measure(seed, usize::try_from(strangers).unwrap_or(0));
    let took = began.elapsed();
    let percent = |part: usize, of: usize| match of {
        0 => "–".to_owned(),
        of => format!("{:.1} %", 100.0 * part as f64 / of as f64),
    };
    eprintln!(
        "seed {}, {} accounts, {} pairs compared, {:.1} s",
        measured.seed,
        measured.accounts,
        measured.compared,
        took.as_secs_f64()
    );
    eprintln!("{:<52} {:>8} {:>9} {:>9}", "", "accounts", "recall", "highest");
    for row in measured.rows {
        let recall = if row.is_farm {
            percent(row.found, row.owned)
        } else {
            format!("{} pairs", row.found)
        };
        eprintln!("{:<52} {:>8} {:>9} {:>9}", row.name, row.accounts, recall, row.highest);
    }
    let (together, right) = measured.together;
    eprintln!(
        "precision {}, highest score of an honest pair {}",
        percent(right, together),
        measured.highest_honest
    );
}
