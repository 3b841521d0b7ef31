use proptest::prelude::{Strategy, any, proptest};

use super::{
    Draft, Entry, EntryKind, Fault, Hash, Head, PublicEntry, Salt, SourceType, audit, standing,
    totals,
};
use crate::explain::Explain;
use crate::rule_key::RuleKey;
use crate::timestamp::Timestamp;

fn draft(person: &str, amount: i64, key: &str) -> Draft {
    Draft {
        season: 1,
        user: person.into(),
        person: person.into(),
        amount,
        kind: EntryKind::Adjustment,
        rule: RuleKey::Manual,
        rule_set: 1,
        source_type: SourceType::Manual,
        source_id: "x".to_owned(),
        idem_key: key.to_owned(),
        reversal_of: None,
        provisional: false,
        reason: Some("because".to_owned()),
        explain: Explain::by_hand(amount, "because"),
        actor: Some("admin".into()),
        at: Timestamp(5),
    }
}

fn reversal(entry: &Entry, key: &str) -> Draft {
    Draft {
        amount: -entry.draft.amount,
        kind: EntryKind::Reversal,
        idem_key: key.to_owned(),
        reversal_of: Some(entry.seq),
        explain: Explain::reversed(entry.draft.amount, entry.seq, "because"),
        ..entry.draft.clone()
    }
}

fn chain(drafts: impl IntoIterator<Item = Draft>) -> Vec<Entry> {
    let mut head = Head::START;
    drafts.into_iter().map(|draft| head.append(draft)).collect()
}

fn fault(entries: &[Entry]) -> Option<(u64, Fault)> {
    audit(1, Head::START, entries).err().map(|broken| (broken.seq, broken.fault))
}

/// Seals a changed entry again, as an attacker would who can write the database but not the past.
fn resealed(entry: &Entry, change: impl FnOnce(&mut Draft)) -> Entry {
    let mut draft = entry.draft.clone();
    change(&mut draft);
    let mut before = Head::START.after(entry.seq - 1, entry.prev_hash);
    before.append(draft)
}

/// Awards of some persons, some of them reversed.
fn ledger() -> impl Strategy<Value = Vec<Entry>> {
    let step = (0usize..4, 1i64..500, any::<bool>());
    proptest::collection::vec(step, 1..25).prop_map(|steps| {
        let mut head = Head::START;
        let mut entries: Vec<Entry> = Vec::new();
        for (place, (person, amount, takes_back)) in steps.into_iter().enumerate() {
            let open = standing(&entries).next().cloned();
            let draft = match open {
                Some(open) if takes_back => reversal(&open, &format!("r{place}")),
                _ => draft(&format!("p{person}"), amount, &format!("k{place}")),
            };
            entries.push(head.append(draft));
        }
        entries
    })
}

#[test]
fn the_hash_of_an_entry_can_be_recomputed_from_its_description() {
    let mut entry = draft("p", 7, "k");
    entry.reason = None;
    entry.actor = None;
    // Written out by hand from the description of the format.
    let explain = Hash::of(b"7:by_hand,6:points,1:7,3:why,7:because,");
    let salt = "ab".repeat(32);
    let salted = |word: &str, id: &str| {
        let bytes = format!("64:{salt},{}:{word},{}:{id},", word.len(), id.len());
        Hash::of(bytes.as_bytes()).to_string()[..32].to_owned()
    };
    let bytes = |reason: &str| {
        let detail = format!(
            "64:{salt},6:detail,1:p,1:p,6:manual,1:x,1:k,5:false,{reason},64:{explain},~,1:5,"
        );
        format!(
            "19:touchstone-ledger-3,1:1,1:1,32:{},1:7,10:adjustment,6:manual,1:1,32:{},32:{},1:1,~,64:{},64:{},",
            salted("person", "p"),
            salted("source", "manual:x"),
            salted("key", "k"),
            Hash::of(detail.as_bytes()),
            "0".repeat(64)
        )
    };
    let start = Head::start(Salt::parse(&salt).unwrap());
    let hash = |entry: Draft| start.clone().append(entry).hash;
    assert_eq!(hash(entry.clone()), Hash::of(bytes("~").as_bytes()));
    entry.reason = Some("as agreed".to_owned());
    let reason = format!("64:{}", Hash::of(b"as agreed"));
    assert_eq!(hash(entry), Hash::of(bytes(&reason).as_bytes()));
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(Hash::of(b"").to_string(), empty);
    assert_eq!(Hash::parse(empty), Some(Hash::of(b"")));
    assert_eq!(Hash::parse(&empty.to_uppercase()), None);
}

#[test]
fn a_published_entry_names_nobody_and_its_ids_are_those_of_one_season_alone() {
    let mut draft = draft("someone", 7, "manual:someone:1");
    draft.source_id = "an-issue".to_owned();
    let salts = [Salt::of(b"season 1"), Salt::of(b"season 2")];
    let public = salts.map(|salt| {
        let entry = Head::start(salt).append(draft.clone());
        PublicEntry::of(&entry, &salt)
    });
    for entry in &public {
        let text = serde_json::to_string(entry).unwrap();
        for name in ["someone", "admin", "an-issue", "because"] {
            assert!(!text.contains(name), "{name} in {text}");
        }
        assert_eq!(entry.sealed(), entry.hash);
    }
    assert_ne!(public[0].person, public[1].person);
    assert_eq!(public[0].person, salts[0].person(&"someone".into()));
    assert_eq!(format!("{:?}", salts[0]), "Salt(…)");
}

#[test]
fn an_entry_is_taken_back_once_exactly_and_what_takes_back_never() {
    let first = chain([draft("p", 7, "a")]);
    let back = reversal(&first[0], "b");
    assert_eq!(fault(&chain([draft("p", 7, "a"), back.clone()])), None);
    let twice = [draft("p", 7, "a"), back.clone(), Draft { idem_key: "c".into(), ..back.clone() }];
    assert_eq!(fault(&chain(twice)), Some((3, Fault::ReversesTwice)));
    let wrong = |change: fn(&mut Draft)| {
        let mut wrong = back.clone();
        change(&mut wrong);
        fault(&chain([draft("p", 7, "a"), wrong]))
    };
    assert_eq!(wrong(|back| back.person = "q".into()), Some((2, Fault::ReversesOtherwise)));
    assert_eq!(
        wrong(|back| {
            back.amount = -6;
            back.explain = Explain::reversed(6, 1, "because");
        }),
        Some((2, Fault::ReversesOtherwise))
    );
    assert_eq!(wrong(|back| back.reversal_of = Some(9)), Some((2, Fault::ReversesNothing)));
    assert_eq!(wrong(|back| back.reversal_of = None), Some((2, Fault::ReversesNothing)));
    assert_eq!(wrong(|back| back.season = 2), Some((2, Fault::OtherSeason)));
    let pair = chain([draft("p", 7, "a"), back.clone()]);
    let again = reversal(&pair[1], "c");
    let chained = chain([draft("p", 7, "a"), back, again]);
    assert_eq!(fault(&chained), Some((3, Fault::ReversesReversal)));
}

#[test]
fn a_text_can_be_erased_and_not_exchanged() {
    let whole = chain([draft("p", 7, "a"), draft("q", 5, "b")]);
    let with = |change: fn(&mut Draft)| {
        let mut changed = whole.clone();
        change(&mut changed[0].draft);
        fault(&changed)
    };
    assert_eq!(with(|draft| draft.reason = Some(super::ERASED.to_owned())), None);
    let erase = |draft: &mut Draft| {
        draft.explain.words.clear();
        draft.explain.erased = true;
    };
    assert_eq!(with(erase), None);
    assert_eq!(with(|draft| draft.reason = Some("x".into())), Some((1, Fault::OtherTexts)));
    assert_eq!(with(|draft| draft.reason = None), Some((1, Fault::OtherTexts)));
    assert_eq!(with(|draft| draft.explain.words.clear()), Some((1, Fault::OtherTexts)));
}

#[test]
fn an_entry_says_why_and_its_numbers_lead_to_its_amount() {
    let wrong = |change: fn(&mut Draft)| {
        let mut wrong = draft("p", 7, "a");
        change(&mut wrong);
        fault(&chain([wrong])).map(|(_, fault)| fault)
    };
    assert_eq!(wrong(|_| {}), None);
    assert_eq!(wrong(|draft| draft.amount = 8), Some(Fault::NotAsExplained));
    assert_eq!(wrong(|draft| draft.explain.numbers.clear()), Some(Fault::NotAsExplained));
    assert_eq!(wrong(|draft| draft.reason = None), Some(Fault::ReasonMissing));
    assert_eq!(wrong(|draft| draft.kind = EntryKind::Penalty), Some(Fault::WrongSign));
    assert_eq!(wrong(|draft| draft.amount = 0), Some(Fault::Nothing));
}

proptest! {
    #[test]
    fn a_ledger_that_was_only_appended_to_is_sound(entries in ledger()) {
        let head = audit(1, Head::START, &entries).unwrap();
        assert_eq!((head.seq, head.hash), (entries.len() as u64, entries.last().unwrap().hash));
    }

    #[test]
    fn anyone_who_changes_removes_or_swaps_an_entry_is_found_out(entries in ledger(), place in any::<usize>()) {
        let place = place % entries.len();
        let seq = entries[place].seq;
        let mut changed = entries.clone();
        changed[place].draft.at = Timestamp(6);
        assert_eq!(fault(&changed), Some((seq, Fault::NotAsSealed)));
        let mut sealed = entries.clone();
        sealed[place] = resealed(&entries[place], |draft| draft.at = Timestamp(6));
        let is_last = place + 1 == entries.len();
        assert_eq!(fault(&sealed), (!is_last).then_some((seq + 1, Fault::OffTheChain)));
        let mut removed = entries.clone();
        removed.remove(place);
        assert_eq!(fault(&removed), (!is_last).then_some((seq + 1, Fault::OutOfPlace)));
    }

    #[test]
    fn the_same_key_is_never_written_twice(entries in ledger(), place in any::<usize>()) {
        let again = entries[place % entries.len()].draft.idem_key.clone();
        let drafts = entries.iter().map(|entry| entry.draft.clone());
        let entries = chain(drafts.chain([draft("p", 1, &again)]));
        let last = entries.len() as u64;
        assert_eq!(fault(&entries), Some((last, Fault::KeyUsedTwice)));
    }

    #[test]
    fn what_was_taken_back_adds_up_to_nothing(entries in ledger()) {
        let standing: Vec<Entry> = standing(&entries).cloned().collect();
        let mut left = totals(&entries);
        left.retain(|_, total| *total != 0);
        assert_eq!(left, totals(&standing));
    }

    #[test]
    fn an_entry_survives_being_written_and_read(entries in ledger()) {
        let text = serde_json::to_string(&entries).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Entry>>(&text).unwrap(), entries);
    }
}
