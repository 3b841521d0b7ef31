//! A small season with everything that can happen: reversals, a penalty, points by hand, a cap, an
//! excluded person, one without a wallet, one below the minimum.

use feedback_model::ledger::{Draft, Entry, Head, PublicEntry, Salt};
use feedback_model::standing::{Standing, standings};
use payout::leaf::hashes;
use payout::season_file::FileDigest;
use payout::season_file::line::{
    CheckpointLine, FORMAT, LeafLine, Line, PayeeLine, PayoutLine, SeasonLine, StandingLine,
};
use payout::{Bundle, Curve, Format, Payee, Rounding, Rules, Tier, Token, Tree, U256, address};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

use crate::vectors;

/// How a file is made.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    pub(crate) curve: Curve,
    pub(crate) format: Format,
    pub(crate) rounding: Rounding,
    pub(crate) with_payout: bool,
}

pub(crate) const USUAL: Wanted = Wanted {
    curve: Curve::Sqrt,
    format: Format::StandardTree,
    rounding: Rounding::LargestRemainder,
    with_payout: true,
};

fn of_kind(kind: &str) -> Vec<Value> {
    let lines = vectors()["seasonFile"]["lines"].as_array().expect("lines").clone();
    let line = |line: &Value| serde_json::from_str(line.as_str().expect("a line")).expect("JSON");
    lines.iter().map(line).filter(|line: &Value| line["t"] == kind).collect()
}

/// The salt of the sample.
fn salt() -> Salt {
    Salt::of(b"sample")
}

/// The entries of the vectors, sealed in the format of today.
fn entries() -> Vec<Entry> {
    let mut head = Head::start(salt());
    let append = |line: Value| {
        let draft: Draft = serde_json::from_value(line).expect("a draft");
        head.append(draft)
    };
    of_kind("entry").into_iter().map(append).collect()
}

fn ranked(entries: &[Entry]) -> Vec<Standing> {
    let mut high: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
    for entry in feedback_model::ledger::standing(entries) {
        if matches!(entry.draft.rule.key(), "bug.S1" | "bug.S2") {
            high.entry(entry.draft.person.clone()).or_default().insert(&entry.draft.source_id);
        }
    }
    let high = high.into_iter().map(|(person, sources)| (person, sources.len() as u32)).collect();
    let mut all = standings(entries, &high);
    all.retain(|standing| standing.total > 0);
    for standing in &mut all {
        standing.person = salt().person(&standing.person);
    }
    all.sort_by(Standing::compare);
    all
}

/// The lines of a file, without its end.
pub(crate) fn lines(wanted: &Wanted) -> Vec<String> {
    let (entries, mut lines) = (entries(), Vec::new());
    let sum = entries.iter().map(|entry| entry.draft.amount).sum();
    let last = entries.last().expect("an entry");
    let season = SeasonLine {
        format: FORMAT.to_owned(),
        number: 1,
        name: "Sample".to_owned(),
        starts_at: 1_789_990_000_000,
        ends_at: 1_790_090_000_000,
        entries: last.seq,
        sum,
        final_hash: last.hash,
    };
    lines.push(Line::of("season", &season).text);
    let mut running = 0;
    for entry in &entries {
        running += entry.draft.amount;
        lines.push(Line::of("entry", &PublicEntry::of(entry, &salt())).text);
        if entry.seq == 7 || entry.seq == last.seq {
            let (seq, hash, at) = (entry.seq, entry.hash, entry.draft.at.0);
            let kept = CheckpointLine { season: 1, seq, hash, entries: seq, sum: running, at };
            lines.push(Line::of("checkpoint", &kept).text);
        }
    }
    let standings = ranked(&entries);
    let mut rank = 0;
    for (place, standing) in standings.iter().enumerate() {
        let eligible = place != 4;
        rank += u64::from(eligible);
        let line = StandingLine {
            rank: eligible.then_some(rank),
            eligible,
            person_id: standing.person.as_str().to_owned(),
            total: standing.total,
            high_count: standing.high_count,
            last_seq: standing.last_seq,
        };
        lines.push(Line::of("standing", &line).text);
    }
    if wanted.with_payout {
        lines.extend(payout(wanted, &standings, &last.hash.to_string()));
    }
    lines
}

/// The decisions about all persons, by salted id.
fn decisions() -> BTreeMap<String, PayeeLine> {
    of_kind("payee")
        .into_iter()
        .map(|mut line| {
            line.as_object_mut().expect("an object").remove("t");
            let mut payee: PayeeLine = serde_json::from_value(line).expect("a payee");
            payee.person_id = salt().person(&payee.person_id.as_str().into()).to_string();
            (payee.person_id.clone(), payee)
        })
        .collect()
}

fn rules(wanted: &Wanted) -> Rules {
    let tier = |up_to_rank, weight| Tier { up_to_rank, weight };
    Rules {
        pool: U256::from(1_000_000_000_000_000_000_000u128),
        unit: U256::from(10_000_000_000_000_000u128),
        curve: wanted.curve,
        tiers: (wanted.curve == Curve::Tiers).then(|| vec![tier(Some(2), 7), tier(None, 3)]),
        min_points: 25,
        cap_bps: Some(2500),
        rounding: wanted.rounding,
    }
}

fn payout(wanted: &Wanted, standings: &[Standing], final_hash: &str) -> Vec<String> {
    let known = decisions();
    let told: Vec<&PayeeLine> =
        standings.iter().map(|standing| &known[standing.person.as_str()]).collect();
    let payees: Vec<Payee<'_>> = standings
        .iter()
        .zip(&told)
        .map(|(standing, payee)| Payee {
            person: standing.person.as_str(),
            points: standing.total.unsigned_abs(),
            decision: payee.decision,
            address: payee.address.as_deref().and_then(address::parse),
        })
        .collect();
    let rules = rules(wanted);
    let bundle = Bundle::of(&rules, final_hash, &payees).expect("a bundle");
    let tree = Tree::of(&hashes(&bundle.leaves, wanted.format)).expect("a tree");
    let token = Token {
        symbol: "TST".to_owned(),
        address: Some("0x1111111111111111111111111111111111111111".to_owned()),
        decimals: 18,
        chain_id: 84532,
    };
    let line = PayoutLine {
        token,
        pool: rules.pool,
        unit: rules.unit,
        curve: rules.curve,
        tiers: rules.tiers.clone(),
        min_points: rules.min_points,
        cap_bps: rules.cap_bps,
        rounding: rules.rounding,
        format: wanted.format,
        leaf_count: bundle.leaves.len() as u64,
        sum: bundle.sum,
        carried: bundle.carried,
        unallocated: bundle.allocation.unallocated,
        root: tree.root().to_string(),
    };
    let mut lines = vec![Line::of("payout", &line).text];
    lines.extend(told.iter().map(|payee| Line::of("payee", payee).text));
    for (index, (leaf, place)) in (0..).zip(bundle.leaves.iter().zip(&bundle.places)) {
        let line = LeafLine {
            index,
            person_id: payees[*place].person.to_owned(),
            address: address::lower(leaf.address),
            points: standings[*place].total,
            amount: leaf.amount,
        };
        lines.push(Line::of("leaf", &line).text);
    }
    lines
}

/// Every id and text of the vectors that must not be in a file.
pub(crate) fn secrets() -> BTreeSet<String> {
    let mut secrets = BTreeSet::new();
    for Entry { draft, .. } in entries() {
        secrets.extend([draft.user.to_string(), draft.person.to_string(), draft.idem_key]);
        secrets.extend([draft.source_id, salt().digits()]);
        secrets.extend(draft.actor.map(|actor| actor.to_string()));
        secrets.extend(draft.reason);
    }
    secrets
}

/// Lines with the end that fits them.
pub(crate) fn ended(lines: &[String]) -> String {
    let mut digest = FileDigest::default();
    let mut text = lines.concat();
    digest.take(&text);
    text.push_str(&digest.end().0);
    text
}
