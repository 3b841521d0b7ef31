//! People, the builds they test and the seasons they play.

use std::collections::HashSet;

use feedback_model::season::SeasonState;
use feedback_model::{Timestamp, UserId};
use parse_engine::{Error, write};
use parse_model::{ClassName, Json, JsonMap, ObjectId};
use parse_store::{Invalidation, Sql};
use serde_json::json;

use super::{BulkWriter, PAGE};
use crate::participants::{ADMINISTRATORS, Participants, SIGNING_IN};
use crate::person;
use crate::progress::{Progress, Stage};
use crate::seeded_rng::SeededRng;
use crate::trust_record::Record;

/// How many people can use an invitation at most.
const INVITED: usize = 100_000;

/// What the invitations of the demo are called, and which cohort they make.
const COHORTS: [(&str, &str); 4] = [
    ("Friends of the team", "friends"),
    ("First wave", "wave-1"),
    ("Second wave", "wave-2"),
    ("Open call", "open-call"),
];

/// The invitations that so many testers came by.
pub(crate) fn invitations(seed: u64, testers: usize) -> Vec<String> {
    let mut rng = SeededRng::of(seed, "invitations");
    (0..COHORTS.len().max(testers.div_ceil(INVITED))).map(|_| rng.id()).collect()
}

/// Writes all participants.
pub(crate) async fn people(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    records: &[Record],
    last_seen: &[Timestamp],
    progress: &mut Progress<'_>,
) -> Result<(), Error> {
    let taken = taken_names(writer).await?;
    let name = |name: String| if taken.contains(&name) { format!("{name}.demo") } else { name };
    let invitations = invitations(writer.seed, participants.testers.len());
    let rows = participants.administrators.iter().zip(ADMINISTRATORS).map(|(id, called)| {
        json!({ "id": id, "username": name(called.to_owned()), "isAdmin": true, "status": "active",
            "trustLevel": 0, "accepted": 0, "decided": 0, "spam": 0, "joinedAt": participants.begin.0 - 20 * 86_400_000,
            "lastActive": participants.end.0, "locale": "en", "timeZone": "Europe/Berlin", "hidden": false })
    });
    writer
        .write([
            writer.rows(PEOPLE, rows.collect()),
            writer.rows(ROLE, ids(&participants.administrators)),
        ])
        .await?;
    let mut rng = SeededRng::of(writer.seed, "places");
    let mut uses = vec![0usize; invitations.len()];
    for first in (0..participants.testers.len()).step_by(PAGE) {
        let mut rows = Vec::with_capacity(PAGE);
        for (tester, seen) in last_seen.iter().enumerate().skip(first).take(PAGE) {
            let invitation = tester * invitations.len() / participants.testers.len();
            uses[invitation] += 1;
            let username = name(person::username(tester));
            let mut row = row(participants, records, tester, &username, &mut rng);
            row["lastActive"] = seen.0.into();
            row["joinedVia"] = invitations[invitation].clone().into();
            row["use"] = rng.id().into();
            row["payout"] = payout_address(writer.seed, tester).into();
            rows.push(row);
        }
        writer.write([writer.rows(PEOPLE, rows.clone()), writer.rows(USES, rows)]).await?;
        progress(Stage::People, first, participants.testers.len());
    }
    writer
        .write([invited(writer, participants, &invitations, &uses), Invalidation::Roles.sql()])
        .await
}

/// The payout address of a tester. A few have none, but all who can sign in have one. There are no
/// keys for these addresses.
pub(super) fn payout_address(seed: u64, tester: usize) -> Option<String> {
    let mut rng = SeededRng::nth(seed, "payout address", tester);
    let has = rng.happens(94) || tester < SIGNING_IN;
    has.then(|| rng.address())
}

fn row(
    participants: &Participants,
    records: &[Record],
    tester: usize,
    username: &str,
    rng: &mut SeededRng,
) -> Json {
    let record = &records[tester];
    let (locale, time_zone) = person::place(rng);
    let status = if record.spam > 0 && rng.happens(40) { "suspended" } else { "active" };
    json!({ "id": participants.testers[tester], "username": username, "isAdmin": false, "status": status,
        "trustLevel": record.trust, "accepted": record.accepted, "decided": record.decided, "spam": record.spam,
        "accuracyBps": record.accuracy_bps, "joinedAt": participants.joined_at(tester).0, "locale": locale,
        "timeZone": time_zone, "hidden": rng.happens(5) })
}

const PEOPLE: &str = r#"with made as (
    insert into "_User" ("objectId", "createdAt", "updatedAt", "username", "email", "emailVerified", "isAdmin", "status",
        "personId", "trustLevel", "acceptedCount", "decidedCount", "spamCount", "accuracyBps", "riskState", "locale", "timeZone",
        "privacy", "lastActiveOn", "joinedVia", "payoutAddress", "_rperm", "_wperm")
    select p."id", _touchstone.from_millis(p."joinedAt"), $2::timestamptz, p."username", p."username" || '@testers.example', true,
        p."isAdmin", p."status", p."id", p."trustLevel", p."accepted", p."decided", p."spam", p."accuracyBps", 'clear', p."locale",
        p."timeZone", case when p."hidden" then '{"showOnLeaderboard": false}'::jsonb end,
        date_trunc('day', _touchstone.from_millis(p."lastActive")), p."joinedVia", p."payout", array['*', p."id"], array[p."id"]
    from jsonb_to_recordset($1::jsonb) as p("id" text, "username" text, "isAdmin" bool, "status" text, "trustLevel" float8,
        "accepted" float8, "decided" float8, "spam" float8, "accuracyBps" float8, "joinedAt" int8, "lastActive" int8,
        "locale" text, "timeZone" text, "hidden" bool, "joinedVia" text, "payout" text)
    returning "objectId")
insert into _touchstone.demo_person (id) select "objectId" from made"#;

const ROLE: &str = r#"insert into "_Join:users:_Role" ("relatedId", "owningId")
    select a."id", r."objectId" from jsonb_to_recordset($1::jsonb) as a("id" text), "_Role" r
    where r."name" = 'administrators' and $2::timestamptz is not null on conflict do nothing"#;

const USES: &str = r#"insert into "InvitationUse" ("objectId", "createdAt", "updatedAt", "invitation", "user", "usedAt", "_rperm", "_wperm")
    select p."use", _touchstone.from_millis(p."joinedAt"), $2::timestamptz, p."joinedVia", p."id",
        _touchstone.from_millis(p."joinedAt"), '{}', '{}'
    from jsonb_to_recordset($1::jsonb) as p("use" text, "joinedVia" text, "id" text, "joinedAt" int8)"#;

const INVITATIONS: &str = r#"insert into "Invitation" ("objectId", "createdAt", "updatedAt", "codeDigest", "label", "cohort", "maxUses",
        "uses", "startTrust", "createdBy", "_rperm", "_wperm")
    select i."id", _touchstone.from_millis(i."at"), $2::timestamptz, i."digest", i."label", i."cohort", i."most", i."uses", 0,
        i."by", '{}', '{}'
    from jsonb_to_recordset($1::jsonb) as i("id" text, "at" int8, "digest" text, "label" text, "cohort" text, "most" float8,
        "uses" float8, "by" text)"#;

fn ids(users: &[UserId]) -> Vec<Json> {
    users.iter().map(|id| json!({ "id": id })).collect()
}

/// Codes that cannot be entered: no code has a sentence as its digest.
fn invited(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    invitations: &[String],
    uses: &[usize],
) -> Sql {
    let rows = invitations.iter().zip(uses).zip(COHORTS.iter().cycle());
    let rows = rows.map(|((id, uses), (label, cohort))| {
        let most = (uses.next_multiple_of(50)).clamp(50, INVITED);
        json!({ "id": id, "at": participants.begin.0 - 6 * 86_400_000, "digest": format!("no code leads here: {id}"),
            "label": label, "cohort": cohort, "most": most, "uses": uses, "by": participants.administrators[0] })
    });
    writer.rows(INVITATIONS, rows.collect())
}

/// Names of people who are not part of the demo.
async fn taken_names(writer: &BulkWriter<'_>) -> Result<HashSet<String>, Error> {
    let sql =
        Sql::new(r#"select to_jsonb(lower("username")) from "_User" where "username" is not null"#);
    Ok(writer.read(&sql).await?.into_iter().collect())
}

/// Writes the builds.
pub(crate) async fn builds(
    writer: &BulkWriter<'_>,
    participants: &Participants,
) -> Result<(), Error> {
    let rows = participants.releases.iter().map(|release| {
        json!({ "id": release.build.id, "version": release.version, "channel": release.build.channel,
            "ordinal": release.build.ordinal, "at": release.at.0,
            "state": if release.is_retired { "retired" } else { "active" } })
    });
    let text = r#"insert into "Build" ("objectId", "createdAt", "updatedAt", "version", "channel", "ordinal", "state", "releasedAt",
            "_rperm", "_wperm")
        select b."id", _touchstone.from_millis(b."at"), $2::timestamptz, b."version", b."channel", b."ordinal", b."state",
            _touchstone.from_millis(b."at"), '{*}', '{}'
        from jsonb_to_recordset($1::jsonb) as b("id" text, "version" text, "channel" text, "ordinal" float8, "state" text, "at" int8)"#;
    writer.write([writer.rows(text, rows.collect())]).await
}

/// Writes the seasons, both open: what is final takes no entries.
pub(crate) async fn seasons(
    writer: &BulkWriter<'_>,
    participants: &Participants,
) -> Result<(), Error> {
    let mut rng = SeededRng::of(writer.seed, "seasons");
    let rows = participants.seasons(participants.end).into_iter().map(|season| {
        let state = match season.state {
            SeasonState::Final => SeasonState::Review,
            state => state,
        };
        json!({ "id": rng.id(), "number": season.number, "name": format!("Season {}", season.number),
            "from": season.starts_at.0, "to": season.ends_at.0, "days": season.review_days, "state": state })
    });
    let text = r#"insert into "Season" ("objectId", "createdAt", "updatedAt", "number", "name", "startsAt", "endsAt", "reviewDays",
            "state", "_rperm", "_wperm")
        select s."id", _touchstone.from_millis(s."from"), $2::timestamptz, s."number", s."name", _touchstone.from_millis(s."from"),
            _touchstone.from_millis(s."to"), s."days", s."state", '{*}', '{}'
        from jsonb_to_recordset($1::jsonb) as s("id" text, "number" float8, "name" text, "from" int8, "to" int8, "days" float8,
            "state" text)"#;
    writer.write([writer.rows(text, rows.collect())]).await
}

/// Links the wallets at which those who can sign in are paid, where accounts have wallets.
pub(crate) async fn wallets(
    writer: &BulkWriter<'_>,
    participants: &Participants,
) -> Result<(), Error> {
    let there = Sql::new(r#"select to_jsonb(to_regclass('"_EthAddress"') is not null)"#);
    if writer.read::<bool>(&there).await? != [true] {
        return Ok(());
    }
    let rows = participants.testers.iter().enumerate().take(SIGNING_IN);
    let rows = rows.map(|(tester, id)| {
        json!({ "id": payout_address(writer.seed, tester), "user": id, "at": participants.joined_at(tester).0 })
    });
    writer.write([writer.rows(WALLETS, rows.collect())]).await
}

const WALLETS: &str = r#"insert into "_EthAddress" ("objectId", "createdAt", "updatedAt", "user", "_rperm", "_wperm")
    select w."id", _touchstone.from_millis(w."at"), $2::timestamptz, w."user", array[w."user"], array[w."user"]
    from jsonb_to_recordset($1::jsonb) as w("id" text, "user" text, "at" int8)"#;

/// Lets the administrators and the first testers sign in.
pub(crate) async fn passwords(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    password: &str,
) -> Result<(), Error> {
    let first = participants.testers.iter().take(SIGNING_IN);
    for id in participants.administrators.iter().chain(first) {
        let tx = writer.begin().await?;
        let mut body = JsonMap::new();
        body.insert("password".to_owned(), password.into());
        let id = ObjectId::new(id.as_str().to_owned());
        write::update(&tx, &ClassName::user(), &id, body).await?;
        tx.commit().await?;
    }
    Ok(())
}
