use std::process::{Command, Stdio};

use feedback_model::ledger::Hash;
use payout::season_file::{Outside, verify};
use payout::{B256, Curve, Format, Rounding};
use serde_json::Value;

use crate::sample::{USUAL, Wanted, ended, lines, secrets};

/// What the verifier in Rust says.
fn holds(file: &str) -> Result<(), String> {
    verify(file.as_bytes(), &Outside::default()).map(drop).map_err(|broken| broken.to_string())
}

/// What the verifier in Python says.
fn holds_in_python(file: &str, arguments: &[&str]) -> Result<String, String> {
    use std::io::Write;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/verify-season/verify.py");
    let mut python = Command::new("python3")
        .args([script, "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3");
    python.stdin.take().expect("a way in").write_all(file.as_bytes()).expect("written");
    let output = python.wait_with_output().expect("an end");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0) => Ok(text),
        Some(3) => Err(text),
        other => panic!("{other:?}: {}", String::from_utf8_lossy(&output.stderr)),
    }
}

#[test]
fn every_curve_form_and_rounding_is_recomputed_in_two_languages() {
    for curve in [Curve::Proportional, Curve::Sqrt, Curve::Tiers] {
        for format in [Format::StandardTree, Format::Indexed] {
            for rounding in [Rounding::LargestRemainder, Rounding::Down] {
                let wanted = Wanted { curve, format, rounding, with_payout: true };
                let file = ended(&lines(&wanted));
                let found = verify(file.as_bytes(), &Outside::default()).expect("a sound file");
                let payout = found.payout.expect("a payout");
                assert_eq!(payout.leaf_count, 4, "{wanted:?}");
                let told = holds_in_python(&file, &[]).expect("sound in Python");
                assert!(told.contains(&payout.root), "{told}");
            }
        }
    }
}

#[test]
fn a_season_without_a_payout_ends_after_its_standings() {
    let file = ended(&lines(&Wanted { with_payout: false, ..USUAL }));
    let found = verify(file.as_bytes(), &Outside::default()).expect("a sound file");
    assert_eq!((found.payout, found.checkpoints), (None, 2));
    holds_in_python(&file, &[]).expect("sound in Python");
}

#[test]
fn a_file_names_nobody() {
    let file = ended(&lines(&USUAL));
    for secret in secrets() {
        // One of a letter or two would be found in any hash.
        assert!(secret.len() < 6 || !file.contains(&secret), "{secret} is in the file");
    }
}

/// A file in which one line was changed, with an end that fits it.
fn changed(kind: &str, place: usize, change: impl Fn(&mut Value)) -> String {
    let mut lines = lines(&USUAL);
    let is_it = |line: &&mut String| line.contains(&format!("\"t\":\"{kind}\""));
    let line = lines.iter_mut().filter(is_it).nth(place).expect("a line");
    let mut value: Value = serde_json::from_str(line).expect("JSON");
    change(&mut value);
    *line = payout::season_file::canonical(&value) + "\n";
    ended(&lines)
}

/// A file in which a line is missing.
fn without(kind: &str, place: usize) -> String {
    let mut lines = lines(&USUAL);
    let is_it = |line: &String| line.contains(&format!("\"t\":\"{kind}\""));
    let at = (0..lines.len()).filter(|at| is_it(&lines[*at])).nth(place).expect("a line");
    lines.remove(at);
    ended(&lines)
}

fn swapped(kind: &str) -> String {
    let mut lines = lines(&USUAL);
    let is_it = |line: &String| line.contains(&format!("\"t\":\"{kind}\""));
    let at = lines.iter().position(is_it).expect("a line");
    lines.swap(at, at + 1);
    ended(&lines)
}

#[test]
fn every_kind_of_tampering_is_found_in_two_languages() {
    let whole = ended(&lines(&USUAL));
    let other_root = format!("0x{}", "ab".repeat(32));
    let tampered = [
        ("an amount of points", changed("entry", 3, |line| line["amount"] = 999.into())),
        ("what is not told", changed("entry", 8, |line| line["detail"] = "0".repeat(64).into())),
        ("what it is about", changed("entry", 0, |line| line["source"] = "0".repeat(32).into())),
        ("a key", changed("entry", 1, |line| line["key"] = "0".repeat(32).into())),
        ("a place", changed("entry", 2, |line| line["place"] = 1.into())),
        ("a field more", changed("entry", 2, |line| line["user"] = "Zp0sWm4LxQ".into())),
        ("whose points", changed("entry", 0, |line| line["personId"] = "Zp0sWm4LxQ".into())),
        ("an entry left out", without("entry", 4)),
        ("entries swapped", swapped("entry")),
        ("a checkpoint", changed("checkpoint", 0, |line| line["sum"] = 1.into())),
        ("the last checkpoint left out", without("checkpoint", 1)),
        ("the final hash", changed("season", 0, |line| line["finalHash"] = "1".repeat(64).into())),
        ("a standing", changed("standing", 1, |line| line["total"] = 1.into())),
        ("a rank", changed("standing", 1, |line| line["rank"] = 1.into())),
        ("a missing standing", without("standing", 2)),
        ("a missing decision", without("payee", 2)),
        ("a person left out", changed("payee", 0, |line| line["decision"] = "leave_out".into())),
        (
            "an address",
            changed("payee", 0, |line| line["address"] = format!("0x{}", "9".repeat(40)).into()),
        ),
        ("the minimum", changed("payout", 0, |line| line["minPoints"] = 1.into())),
        ("the pool", changed("payout", 0, |line| line["pool"] = "2000000000000000000000".into())),
        ("the cap", changed("payout", 0, |line| line["capBps"] = Value::Null)),
        ("what is carried", changed("payout", 0, |line| line["carried"] = "0".into())),
        ("the root", changed("payout", 0, |line| line["root"] = other_root.clone().into())),
        ("a unit more", changed("leaf", 1, |line| line["amount"] = "250010000000000000000".into())),
        ("a leaf left out", without("leaf", 1)),
        ("one byte", whole.replacen("Sample", "Sbmple", 1)),
        ("a space", whole.replacen("\"t\":", "\"t\": ", 1)),
        ("the tail", whole[..whole.len() - 40].to_owned()),
        ("the end", whole[..whole.trim_end().rfind('\n').expect("lines") + 1].to_owned()),
        ("more after the end", whole.clone() + "{\"t\":\"leaf\"}\n"),
        ("nothing", String::new()),
    ];
    holds(&whole).expect("a sound file");
    for (what, file) in tampered {
        let rust = holds(&file).expect_err(what);
        let python = holds_in_python(&file, &[]).expect_err(what);
        assert!(python.starts_with("not as it should be:"), "{what}: {rust}: {python}");
    }
}

#[test]
fn what_is_known_from_elsewhere_is_compared() {
    let file = ended(&lines(&USUAL));
    let found = verify(file.as_bytes(), &Outside::default()).expect("a sound file");
    let (seq, hash) = (found.season.entries, found.season.final_hash);
    let root: B256 = found.payout.expect("a payout").root.parse().expect("a root");
    let with = |checkpoints: Vec<(u64, Hash)>, root: Option<B256>| {
        verify(file.as_bytes(), &Outside { checkpoints, root }).map(drop)
    };
    assert_eq!(with(vec![(seq, hash)], Some(root)), Ok(()));
    assert!(with(vec![(3, hash)], None).is_err());
    assert!(with(vec![(seq + 1, hash)], None).is_err());
    assert!(with(vec![], Some(B256::ZERO)).is_err());
    let kept = format!("{seq}:{hash}");
    let (root, zero) = (root.to_string(), B256::ZERO.to_string());
    let python = |arguments: &[&str]| holds_in_python(&file, arguments);
    python(&["--checkpoint", &kept, "--root", &root]).expect("sound");
    python(&["--checkpoint", &format!("3:{hash}")]).expect_err("another entry");
    python(&["--root", &zero]).expect_err("another root");
}
