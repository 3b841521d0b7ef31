use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use testkit::case;

use crate::bench::at;
use crate::stage::{Programme, TestUser};

/// Random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("a number") % most
    }
}

fn duplicate(of: &str, submitted: i64) -> Value {
    json!({
        "status": "closed", "resolution": "duplicate", "duplicateOf": of, "stateBeforeMerge": { "status": "new" },
        "closedAt": at(-40), "confirmedAt": null, "settledAt": null, "severity": null, "submittedAt": at(submitted),
    })
}

/// A season in which a crowd found things together, was paid, and voted.
async fn season(seed: u64, people: usize) -> (Programme, TestUser, Vec<TestUser>) {
    let programme = Programme::open().await;
    let mia = programme.administrator("mia").await;
    programme.season(&mia).await;
    let crowd = programme.crowd(people, 1).await;
    let mut dice = Dice(seed);
    for n in 0..14i64 {
        let severity = ["S1", "S2", "S3", "S4"][dice.below(4)];
        let root = &crowd[dice.below(people)];
        let fields = json!({ "severity": severity, "confirmedAt": at(-50 + n), "voteCount": 1 });
        let (id, number) = programme.found(root, fields).await;
        let mut seen = BTreeSet::from([root.id.clone()]);
        for place in 0..dice.below(4) {
            let other = &crowd[dice.below(people)];
            if seen.insert(other.id.clone()) {
                programme.found(other, duplicate(&id, -80 + place as i64)).await;
            }
        }
        let why = json!({ "number": number, "reason": "Everything is paid now." });
        programme.ask(&mia, "issueResettle", why).await;
    }
    for _ in 0..6 {
        let who = &crowd[dice.below(people)];
        let amount = 1 + dice.below(30);
        let params = json!({ "user": who.id, "amount": amount, "reason": "Helped on a call.", "rule": "manual" });
        programme.ask(&mia, "pointsAdjust", params).await;
    }
    (programme, mia, crowd)
}

/// All persons with points, as the board has them: who, how many, how many high finds, since when,
/// and which rank.
async fn board(programme: &Programme) -> Vec<(String, i64, i64, i64, i64)> {
    programme.totals(1).await;
    let rows = programme.database.client().await.query(
        r#"select s."personId", s."total"::bigint, s."highCount"::bigint, s."lastSeq"::bigint, coalesce(_touchstone.rank(s), 0)
        from "Standing" s where s."season" = 1 and s."total" <> 0 order by 1"#, &[]).await.expect("a board");
    rows.iter().map(|row| (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4))).collect()
}

/// Which accounts are one person.
async fn persons(programme: &Programme) -> BTreeMap<String, BTreeSet<String>> {
    let rows = programme
        .database
        .client()
        .await
        .query(r#"select "personId", "objectId" from "_User" where not "isAdmin""#, &[])
        .await
        .expect("persons");
    let mut persons: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows {
        persons.entry(row.get(0)).or_default().insert(row.get(1));
    }
    persons
}

async fn link(programme: &Programme, admin: &TestUser, users: &[String]) {
    let params = json!({ "users": users, "reason": "same_device" });
    programme.ask(admin, "personLink", params).await;
}

async fn sound(programme: &Programme, admin: &TestUser) {
    programme.audited(1).await;
    let report = programme.ask(admin, "invariantsCheck", json!({})).await;
    let wrong: Vec<&Value> = report["differences"]
        .as_array()
        .expect("a list")
        .iter()
        // The issues were put into the table without what counts around them.
        .filter(|one| {
            !one["rule"].as_str().expect("a rule").contains("counts each person")
                && !one["rule"].as_str().expect("a rule").contains("shown proof")
                && !one["rule"].as_str().expect("a rule").contains("was paid out")
        })
        .collect();
    assert_eq!(wrong, Vec::<&Value>::new());
}

/// Links and parts at random, and says who is one person in the end.
async fn walk(
    programme: &Programme,
    admin: &TestUser,
    crowd: &[TestUser],
    dice: &mut Dice,
    steps: usize,
) {
    for _ in 0..steps {
        let (a, b) = (&crowd[dice.below(crowd.len())].id, &crowd[dice.below(crowd.len())].id);
        let persons = persons(programme).await;
        let of = |user: &String| {
            persons.values().find(|accounts| accounts.contains(user)).expect("a person")
        };
        if dice.below(3) == 0 {
            if of(a).len() > 1 {
                programme.ask(admin, "personUnlink", json!({ "user": a })).await;
            }
        } else if of(a) != of(b) {
            link(programme, admin, &[a.clone(), b.clone()]).await;
        }
    }
}

#[test]
fn linking_and_unlinking_at_random_ends_where_counting_afresh_does() {
    case(async {
        for seed in 1..=3u64 {
            let (programme, mia, crowd) = season(seed, 9).await;
            let before = board(&programme).await;
            let mut dice = Dice(seed * 77);
            walk(&programme, &mia, &crowd, &mut dice, 25).await;
            sound(&programme, &mia).await;
            let walked = board(&programme).await;
            // The same season, with all links made at the start.
            let (afresh, nia, _) = season(seed, 9).await;
            for accounts in persons(&programme).await.into_values().filter(|one| one.len() > 1) {
                link(&afresh, &nia, &accounts.into_iter().collect::<Vec<_>>()).await;
            }
            // A part that a person gets for the first time because of a link counts from then on.
            let settled =
                |board: Vec<(String, i64, i64, i64, i64)>| -> Vec<(String, i64, i64, i64)> {
                    board
                        .into_iter()
                        .map(|(who, total, high, _, rank)| (who, total, high, rank))
                        .collect()
                };
            assert_eq!(settled(walked), settled(board(&afresh).await), "seed {seed}");
            // After all are unlinked, points and ranks are as before.
            for accounts in persons(&programme).await.into_values().filter(|one| one.len() > 1) {
                for account in accounts.into_iter().skip(1) {
                    programme.ask(&mia, "personUnlink", json!({ "user": account })).await;
                }
            }
            assert_eq!(before, board(&programme).await, "seed {seed}");
            sound(&programme, &mia).await;
        }
    });
}

#[test]
fn a_link_takes_co_finder_shares_back_and_gives_them_to_the_others_and_is_undone_to_the_point() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let names = ["ada", "bob", "cyd", "dan"];
        let mut people = Vec::new();
        for name in names {
            people.push(programme.tester(name).await);
        }
        let (root, number) = programme.found(&people[0], json!({ "quality": "A" })).await;
        for (place, who) in people.iter().enumerate().skip(1) {
            programme.found(who, duplicate(&root, -80 + place as i64)).await;
        }
        programme
            .ask(
                &mia,
                "issueResettle",
                json!({ "number": number, "reason": "Everything is paid now." }),
            )
            .await;
        let held = |of: &[i64]| -> BTreeMap<String, i64> {
            people.iter().zip(of).map(|(who, amount)| (who.id.clone(), *amount)).collect()
        };
        assert_eq!(programme.totals(1).await, held(&[124, 37, 18, 9]));
        let before = board(&programme).await;
        let users: Vec<String> = people[1..3].iter().map(|who| who.id.clone()).collect();
        let told =
            programme.ask(&mia, "personLinkPreview", json!({ "users": users })).await["effects"]
                .clone();
        assert_eq!(told["parts"], json!([18]));
        assert_eq!(told["personsBefore"], 2);
        assert_eq!(before, board(&programme).await, "a preview changes nothing");
        link(&programme, &mia, &users).await;
        let (ada, bob, cyd, dan) = (&people[0].id, &people[1].id, &people[2].id, &people[3].id);
        let total = programme.totals(1).await;
        // One of the two is what the person is called.
        assert_eq!((total[ada], total[bob] + total[cyd], total[dan]), (133, 37, 18));
        let mine = programme.find(&people[2], "Notification").await;
        assert!(mine.is_ok());
        programme.ask(&mia, "personUnlink", json!({ "user": people[2].id })).await;
        assert_eq!(before, board(&programme).await);
        assert_eq!(programme.ask(&mia, "personLinks", json!({})).await["total"], 0);
    });
}

#[test]
fn nobody_links_themself_an_administrator_or_who_is_one_person_already() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        let params =
            |a: &TestUser, b: &TestUser| json!({ "users": [a.id, b.id], "reason": "same_device" });
        let key = async |who: &TestUser, params: Value| {
            programme.refusal(Some(who), "personLink", params).await
        };
        assert_eq!(key(&ada, params(&ada, &bob)).await.0, 119);
        assert!(key(&mia, params(&mia, &bob)).await.1.starts_with("OWN_ACCOUNT"));
        assert!(key(&mia, params(&max, &bob)).await.1.starts_with("LINK_ADMIN"));
        assert!(key(&mia, params(&ada, &ada)).await.1.starts_with("LINK_USERS"));
        let unsaid = json!({ "users": [ada.id, bob.id], "reason": "other" });
        assert!(key(&mia, unsaid).await.1.starts_with("REASON"));
        link(&programme, &mia, &[ada.id.clone(), bob.id.clone()]).await;
        assert!(key(&mia, params(&ada, &bob)).await.1.starts_with("LINK_ALREADY"));
        let links = programme.ask(&mia, "personLinks", json!({})).await;
        assert_eq!(links["rows"][0]["people"].as_array().expect("people").len(), 2);
        assert_eq!(programme.refusal(Some(&ada), "personLinks", json!({})).await.0, 119);
        programme.ask(&mia, "personUnlink", json!({ "user": ada.id })).await;
        let refused =
            programme.refusal(Some(&mia), "personUnlink", json!({ "user": ada.id })).await;
        assert!(refused.1.starts_with("NOT_LINKED"));
    });
}
