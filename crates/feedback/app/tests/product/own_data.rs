//! The data export of a user, and what remains of a user after erasure.

mod fate;
mod known;

use std::collections::{BTreeMap, BTreeSet};

use feedback_model::report_text::ReportText;
use serde_json::{Value, json};
use testkit::case;

use self::fate::{FATES, Fate, OF_THE_SERVER};
use self::known::{INSIDE, LEFT_OUT, STAYS, TEXTS, TOLD};
use crate::stage::{Programme, TestUser};

const PLANTS: &str = include_str!("own_data/plants.sql");

/// Columns that by their name could hold an account.
const NAMING: &str = r"select c.table_name || '.' || c.column_name from information_schema.columns c
where c.table_schema in ('public', '_touchstone') and c.data_type in ('text', 'character varying', 'ARRAY') and c.column_name ~*
    '(user|person|owner|author|actor|reporter|tester|member|watcher|receiver|account|assignee|reviewer|decider|who$|relatedid|by$|^[ab]$)'";

/// Fields that by their type hold an account.
const POINTING: &str = r#"select s."className" || '.' || f.key from "_SCHEMA" s cross join jsonb_each(s."schema" -> 'fields') f
where f.value ->> 'targetClass' = '_User'"#;

impl Programme {
    /// Lets the time pass after which accounts are deleted that were to be.
    pub(crate) async fn pass_two_days(&self) {
        self.clock.advance(48 * 3600);
        parse_engine::periodic_task::run_all_tasks(&self.engine).await;
    }
}

/// Two accounts, each with a row in every table that names one.
async fn planted() -> (Programme, TestUser, TestUser) {
    let programme = Programme::open().await;
    let (ada, bob) = (programme.tester("adaline").await, programme.tester("bobline").await);
    programme
        .alter(
            r#"create table "_EthAddress" ("objectId" text primary key, "createdAt" timestamptz, "user" text, "accountKey" text);
            create table _touchstone.wallet_rest (account text primary key, user_id text, until timestamptz)"#,
        )
        .await;
    for (own, another, name, number) in
        [(&ada, &bob, "adaline", "9001"), (&bob, &ada, "bobline", "9002")]
    {
        let statements = PLANTS
            .replace("WHO", &own.id)
            .replace("ANOTHER", &another.id)
            .replace("MARK", &format!("{name}mark"))
            .replace("HIDE", &format!("{name}hide"))
            .replace("NAME", name)
            .replace("NUM", number);
        programme.alter(&statements).await;
        for text in ReportText::ALL.map(ReportText::key) {
            let statement = format!(
                r#"update "Issue" set "{text}" = '{name}mark-{text}' where "objectId" = '{name}mark1'"#
            );
            programme.alter(&statement).await;
        }
    }
    (programme, ada, bob)
}

/// The whole download, and how many answers it took.
async fn download(programme: &Programme, who: &TestUser) -> (BTreeMap<String, Vec<Value>>, usize) {
    let (mut whole, mut parts) = (BTreeMap::<String, Vec<Value>>::new(), 0);
    let mut params = json!({});
    loop {
        let part = programme.ask(who, "accountData", params).await;
        parts += 1;
        let lists = part["data"].as_object().expect("lists").clone();
        let rows = lists.values().map(|rows| rows.as_array().expect("rows").len()).sum::<usize>();
        assert!(rows <= 500, "{rows} rows in one answer");
        let size = part.to_string().len();
        assert!(size < 1_100_000, "{size} bytes in one answer");
        for (name, rows) in lists {
            whole.entry(name).or_default().extend(rows.as_array().expect("rows").clone());
        }
        if part["next"].is_null() {
            assert_eq!(part["done"], part["of"]);
            return (whole, parts);
        }
        params = json!({ "cursor": part["next"] });
    }
}

/// The words of the plants that begin with a sign.
fn signs(sign: &str) -> BTreeSet<String> {
    let ends = |c: char| !c.is_ascii_alphanumeric() && c != '-';
    let texts = ReportText::ALL.map(|text| format!("MARK-{}", text.key()));
    let planted = PLANTS.split(ends).map(str::to_owned).chain(texts);
    planted.filter(|word| word.starts_with(&format!("{sign}-"))).collect()
}

#[test]
fn the_download_has_everything_that_is_kept_about_its_owner_and_nothing_of_others() {
    case(async {
        let (programme, ada, bob) = planted().await;
        let (whole, parts) = download(&programme, &ada).await;
        assert!(parts > 2, "a long list is returned in parts");
        assert_eq!(whole["visits"].len(), 1205, "and none of it twice");
        let text = serde_json::to_string(&whole).expect("a text");
        let marks = signs("MARK");
        assert!(marks.len() > 40);
        let missing: Vec<&String> = marks
            .iter()
            .filter(|mark| !text.contains(&mark.replace("MARK", "adalinemark")))
            .collect();
        assert!(missing.is_empty(), "not in the download: {missing:?}");
        for (sign, why) in [
            ("hide-", "what others alone see"),
            ("boblinemark-", "another user's"),
            ("\"bobline\"", "another user's name"),
        ] {
            let found = text.find(sign).map(|at| &text[at.saturating_sub(60)..at + 40]);
            assert_eq!(found, None, "{why}");
        }
        assert!(!text.contains(&bob.id), "another account's id");
        for (column, list) in TOLD {
            assert!(whole.get(*list).is_some_and(|rows| !rows.is_empty()), "{column} in {list}");
        }
        assert_eq!(whole["links"][0]["kind"], "same_device");
        assert_eq!(whole["holds"][0]["kind"], "same_payout");
        assert_eq!(whole["account"][0]["signIn"], json!({ "password": true, "ways": {} }));
    });
}

#[test]
fn long_texts_make_more_parts_rather_than_long_ones() {
    case(async {
        let programme = Programme::open().await;
        let ada = programme.tester("ada").await;
        programme
            .alter(&format!(
                r#"set session_replication_role = replica;
                insert into "Comment" ("objectId", "createdAt", "issue", "author", "body", "kind", "internal")
                select 'long' || n, now(), 'x', '{}', repeat('x', 10000), 'comment', false from generate_series(1, 250) n"#,
                ada.id
            ))
            .await;
        let (whole, parts) = download(&programme, &ada).await;
        assert_eq!((whole["comments"].len(), parts), (250, 3));
        let refused = programme.refusal(Some(&ada), "accountData", json!({ "cursor": "x~" })).await;
        assert!(refused.1.starts_with("CURSOR"));
        assert_eq!(programme.refusal(None, "accountData", json!({})).await.0, 209);
    });
}

#[test]
fn every_column_that_names_an_account_is_told_or_left_out_for_a_reason() {
    case(async {
        let (programme, ada, _) = planted().await;
        let client = programme.database.client().await;
        let known: BTreeSet<&str> =
            TOLD.iter().chain(LEFT_OUT).map(|(column, _)| *column).collect();
        let mut there = BTreeSet::new();
        for sql in [NAMING, POINTING] {
            let rows = client.query(sql, &[]).await.expect("columns");
            there.extend(rows.iter().map(|row| row.get::<_, String>(0)));
        }
        let new: Vec<&String> =
            there.iter().filter(|column| !known.contains(column.as_str())).collect();
        assert!(
            new.is_empty(),
            "put these into TOLD or LEFT_OUT of own_data/known.rs, and mind erase_account: {new:?}"
        );
        let gone: Vec<&&str> = known.iter().filter(|column| !there.contains(**column)).collect();
        assert!(gone.is_empty(), "there is no such column any more: {gone:?}");
        // Whatever a column is called, the id in it gives it away.
        let tables: BTreeSet<&str> = known
            .iter()
            .filter_map(|column| column.rsplit_once('.').map(|(table, _)| table))
            .chain(INSIDE.iter().map(|(table, _)| *table))
            .collect();
        let found = tables_with(&programme, &ada.id).await;
        let unknown: Vec<&String> =
            found.iter().filter(|table| !tables.contains(table.as_str())).collect();
        assert!(unknown.is_empty(), "these name an account, too: {unknown:?}");
    });
}

#[test]
fn the_draft_of_the_privacy_page_says_all_that_is_stored_and_all_that_remains() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let draft = programme.ask(&mia, "privacyDraft", json!({})).await;
        let draft = draft["body"].as_str().expect("a text");
        let lines: BTreeSet<&str> = draft.lines().filter(|line| line.starts_with("- ")).collect();
        let (whole, _) = download(&programme, &mia).await;
        assert!(lines.len() > whole.len(), "a line for each list of the download");

        let said: BTreeSet<&str> =
            feedback::REMAINS.iter().flat_map(|(tables, _)| tables.iter().copied()).collect();
        let stays: BTreeSet<&str> = STAYS.iter().map(|(table, _)| *table).collect();
        assert_eq!(said, stays, "REMAINS of own_data/stored.rs says what remains after a deletion");
        for (_, sentence) in feedback::REMAINS {
            assert!(draft.contains(sentence), "{sentence}");
        }
    });
}

#[test]
fn the_draft_says_which_services_get_data() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let draft = async || {
            programme.ask(&mia, "privacyDraft", json!({})).await["body"]
                .as_str()
                .expect("a text")
                .to_owned()
        };
        assert!(!draft().await.contains("looked up at"), "no network, no node");
        programme
            .alter(
                r#"set session_replication_role = replica;
                insert into _touchstone.chat_service (service, state, changed_at) values ('discord', 'on', now())
                on conflict (service) do update set state = 'on'"#,
            )
            .await;
        assert!(draft().await.contains("sent to Discord."));
        let shown = json!({ "key": "evidence.shareTestnet", "value": false, "version": 0 });
        assert!(draft().await.contains("test networks"));
        programme.ask(&mia, "settingSet", shown).await;
        assert!(!draft().await.contains("test networks"));
    });
}

/// The tables in whose rows a text is.
async fn tables_with(programme: &Programme, text: &str) -> BTreeSet<String> {
    let client = programme.database.client().await;
    let sql = "select tablename::text, format('select count(*) from %I.%I t where lower(t::text) like $1', schemaname, tablename)
        from pg_tables where schemaname in ('public', '_touchstone')";
    let mut found = BTreeSet::new();
    for row in client.query(sql, &[]).await.expect("tables") {
        let (table, count) = (row.get::<_, String>(0), row.get::<_, String>(1));
        let pattern = format!("%{}%", text.to_lowercase());
        let rows: i64 = client.query_one(&count, &[&pattern]).await.expect("rows").get(0);
        if rows > 0 {
            found.insert(table);
        }
    }
    found
}

/// What is left of an account after it was deleted.
async fn left_after(texts: &str) -> (Programme, TestUser, BTreeSet<String>) {
    let (programme, ada, bob) = planted().await;
    let params = json!({ "username": "adaline", "texts": texts });
    programme.ask(&ada, "accountDelete", params).await;
    programme.pass_two_days().await;
    let mut left = BTreeSet::new();
    for sign in ["adalinemark-", "adalinehide-", r#""adaline""#, ",adaline,", "(adaline,"] {
        left.extend(tables_with(&programme, sign).await);
    }
    (programme, bob, left)
}

#[test]
fn after_a_deletion_with_all_texts_only_what_has_a_reason_is_left() {
    case(async {
        let (programme, bob, left) = left_after("erase").await;
        let may: BTreeSet<&str> = STAYS.iter().map(|(table, _)| *table).collect();
        let more: Vec<&String> =
            left.iter().filter(|table| !may.contains(table.as_str())).collect();
        assert!(more.is_empty(), "erase_account forgets: {more:?}");
        // The data of other users is not touched.
        let (whole, _) = download(&programme, &bob).await;
        let text = serde_json::to_string(&whole).expect("a text");
        for mark in signs("MARK") {
            assert!(text.contains(&mark.replace("MARK", "boblinemark")), "{mark} of another");
        }
    });
}

#[test]
fn after_a_deletion_that_keeps_texts_they_are_all_that_is_left() {
    case(async {
        let (programme, _, left) = left_after("keep").await;
        let may: BTreeSet<&str> =
            STAYS.iter().map(|(table, _)| *table).chain(TEXTS.iter().copied()).collect();
        let more: Vec<&String> =
            left.iter().filter(|table| !may.contains(table.as_str())).collect();
        assert!(more.is_empty(), "erase_account forgets: {more:?}");
        for sign in ["adalinemark-from", "adalinemark-appeal", "adalinehide-signal"] {
            let found: BTreeSet<String> = tables_with(&programme, sign).await;
            assert!(found.iter().all(|table| table == "change"), "{sign} in {found:?}");
        }
        let kept = tables_with(&programme, "adalinemark-body").await;
        assert!(kept.contains("Issue"), "the text of a report was to stay");
    });
}

#[test]
fn who_edited_a_comment_can_be_erased_and_every_count_still_holds() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        let number = programme.report_of(&bob, "The map freezes").await;
        let own = programme.report_of(&ada, "The price changes").await;
        let said = json!({ "number": number, "body": "I am Ada Lovelace, call me." });
        let said = programme.ask(&ada, "commentAdd", said).await;
        let edited = json!({ "id": said["comment"]["id"], "body": "I am Ada, call me." });
        programme.ask(&ada, "commentEdit", edited).await;
        programme.ask(&ada, "issueVote", json!({ "number": number, "note": "Ada too" })).await;
        programme.ask(&ada, "issueWatch", json!({ "number": number, "level": "all" })).await;
        let waiting =
            async || programme.ask(&mia, "triageQueue", json!({})).await["waiting"].clone();
        assert_eq!(waiting().await, 2);
        let gone = json!({ "username": "ada", "texts": "erase" });
        programme.ask(&ada, "accountDelete", gone).await;
        programme.pass_two_days().await;
        let client = programme.database.client().await;
        let sql = r#"select "username" from "_User" where "objectId" = $1"#;
        let pseudonym: String = client.query_one(sql, &[&ada.id]).await.expect("a row").get(0);
        assert!(
            tables_with(&programme, "call me")
                .await
                .iter()
                .all(|table| STAYS.iter().any(|(stays, _)| stays == table))
        );
        assert_eq!(waiting().await, 1, "an erased report is not triaged");
        let report = programme.ask(&mia, "invariantsCheck", json!({})).await;
        assert_eq!(report["differences"], json!([]), "{report}");
        // Administrators read on, under the pseudonym; a withdrawn report is hidden from others.
        for name in ["issueGet", "issueTimeline"] {
            let shown = programme.ask(&mia, name, json!({ "number": own })).await;
            assert!(shown.to_string().contains(&pseudonym), "{shown}");
        }
        for (name, params) in [
            ("issueTimeline", json!({ "number": number })),
            ("standingsTop", json!({})),
            ("searchIssues", json!({ "query": "" })),
        ] {
            programme.ask(&bob, name, params).await;
        }
        let refused =
            programme.refusal(Some(&bob), "profile", json!({ "username": pseudonym })).await;
        assert_eq!(refused.0, 101);
    });
}

#[test]
fn a_deletion_waits_two_days_is_told_to_its_owner_and_can_be_called_off() {
    case(async {
        let programme = Programme::guarded().await;
        let ada = programme.tester("ada").await;
        programme.clock.advance(301);
        let delete = json!({ "username": "ada", "texts": "erase" });
        for (name, params) in [("accountDelete", delete.clone()), ("accountData", json!({}))] {
            let refused = programme.refusal(Some(&ada), name, params).await;
            assert!(refused.1.starts_with("FRESH_SIGN_IN: "), "{name}: {refused:?}");
        }
        let again = programme.sign_in("ada", crate::stage::PASSWORD).await.expect("a sign-in");
        let asked = programme.ask(&again, "accountDelete", delete.clone()).await;
        let shown = programme.ask(&ada, "accountDeletion", json!({})).await;
        assert_eq!((&shown, &shown["texts"]), (&asked, &json!("erase")));
        let told = programme.told_of(&ada, "account_changed").await;
        assert_eq!(told["data"]["status"], "deletion_scheduled", "{told}");
        assert_eq!(told["data"]["until"], asked["dueAt"]);

        // A session that is not fresh is enough to call it off.
        let none = json!({ "dueAt": null, "texts": null });
        assert_eq!(programme.ask(&ada, "accountDeletionCancel", json!({})).await, none);
        programme.pass_two_days().await;
        let ada = programme.sign_in("ada", crate::stage::PASSWORD).await.expect("still there");
        assert_eq!(programme.ask(&ada, "accountDeletion", json!({})).await, none);

        programme.ask(&ada, "accountDelete", delete).await;
        programme.clock.advance(47 * 3600);
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        programme.sign_in("ada", crate::stage::PASSWORD).await.expect("not yet");
        // Users could not cancel it while the programme is read-only.
        let mia = programme.administrator("mia").await;
        let close = |value: bool, version: u32| json!({ "key": "programme.readOnly", "value": value, "version": version });
        programme.ask(&mia, "settingSet", close(true, 0)).await;
        programme.pass_two_days().await;
        programme.sign_in("ada", crate::stage::PASSWORD).await.expect("not while it is closed");
        let mia = programme.sign_in("mia", crate::stage::PASSWORD).await.expect("a sign-in");
        programme.ask(&mia, "settingSet", close(false, 1)).await;
        programme.pass_two_days().await;
        assert!(programme.sign_in("ada", crate::stage::PASSWORD).await.is_err(), "gone");
    });
}

/// Columns that can hold words of people: texts and documents.
const WORDS: &str = r"select c.table_name, string_agg(c.column_name, ' ' order by c.column_name) from information_schema.columns c
join information_schema.tables t using (table_schema, table_name)
where c.table_schema in ('public', '_touchstone') and t.table_type = 'BASE TABLE'
    and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')
    and c.column_name not in ('objectId', '_rperm', '_wperm') group by 1 order by 1";

#[test]
fn every_text_is_erased_kept_for_a_reason_or_not_personal() {
    case(async {
        let programme = Programme::open().await;
        let client = programme.database.client().await;
        let mut listed: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (table, fate, columns) in FATES {
            assert!(!matches!(fate, Fate::Kept("")), "{table}: say why it is kept");
            for column in columns.split(' ') {
                assert!(listed.entry(table).or_default().insert(column), "{table}.{column} twice");
            }
        }
        listed.entry("Issue").or_default().extend(ReportText::ALL.map(ReportText::key));
        let mut wrong = Vec::new();
        for row in client.query(WORDS, &[]).await.expect("columns") {
            let (table, columns): (String, String) = (row.get(0), row.get(1));
            if OF_THE_SERVER.contains(&table.as_str()) {
                continue;
            }
            let found: BTreeSet<&str> = columns.split(' ').collect();
            let known = listed.remove(table.as_str()).unwrap_or_default();
            let difference: Vec<&&str> = found.symmetric_difference(&known).collect();
            if !difference.is_empty() {
                wrong.push(format!("{table}: {difference:?}"));
            }
        }
        wrong.extend(listed.keys().map(|table| format!("{table} is not there")));
        assert!(wrong.is_empty(), "decide what becomes of these:\n{}", wrong.join("\n"));
    });
}

#[test]
fn erasing_texts_that_were_to_be_kept_starts_the_delay_again() {
    case(async {
        let programme = Programme::open().await;
        let ada = programme.tester("ada").await;
        let delete = async |texts| {
            let params = json!({ "username": "ada", "texts": texts });
            programme.ask(&ada, "accountDelete", params).await["dueAt"].clone()
        };
        let kept = delete("keep").await;
        programme.clock.advance(3_600);
        assert_eq!(delete("keep").await, kept);
        let erased = delete("erase").await;
        assert_eq!(erased, json!(programme.now().plus_seconds(48 * 3_600).iso()));
        programme.clock.advance(3_600);
        assert_eq!(delete("keep").await, erased, "less than before needs no new delay");
    });
}
