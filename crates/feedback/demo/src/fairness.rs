//! Accounts that look like one person's, what administrators decided about them, and objections.

use feedback_model::UserId;
use parse_engine::Error;
use parse_engine::periodic_task::run_due_task;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::desk::Desk;
use crate::participants::{Participants, SIGNING_IN};
use crate::seeded_rng::SeededRng;
use crate::write::BulkWriter;

/// Below so many testers there are no accounts that stand out.
pub(super) const LEAST: usize = 60;

/// Above so many the scan takes minutes; the server does it by night.
const MOST: usize = 100_000;

/// How many accounts each case has: the first stays open.
const CASES: [usize; 5] = [3, 2, 2, 2, 2];

/// Writes what the accounts of each case have in common, lets the product find them, and decides.
pub(super) async fn fairness(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    desk: &mut Desk<'_>,
) -> Result<(), Error> {
    if !(LEAST..=MOST).contains(&participants.testers.len()) {
        return Ok(());
    }
    let cases = accounts(writer, participants).await?;
    share(writer, participants, &cases).await?;
    run_due_task(writer.engine, "risk scan").await;
    decide(writer, participants, desk, &cases).await?;
    let [_, jules, _] = &participants.administrators[..] else { return Ok(()) };
    let held = &participants.testers[SIGNING_IN - 1];
    desk.ask(jules, "personHold", json!({ "user": held, "reason": "same_device" })).await?;
    appeals(writer, participants, desk).await
}

/// Testers for each case: the first of each is a latecomer, the others have earned nothing, so that
/// ranks do not depend on them.
async fn accounts(
    writer: &BulkWriter<'_>,
    participants: &Participants,
) -> Result<Vec<Vec<UserId>>, Error> {
    let count: usize = CASES.iter().sum();
    let from = participants.testers.len() * 2 / 3;
    let candidates: Vec<String> =
        participants.testers[from..].iter().map(|id| id.as_str().to_owned()).collect();
    let sql = Sql::fixed(
        r#"select to_jsonb(one.id) from unnest($1::text[]) with ordinality one(id, place)
            join "_User" u on u."objectId" = one.id
        where u."status" = 'active' and not exists (select from "PointsEntry" e where e."user" = one.id)
            and not exists (select from "Issue" i where i."reporter" = one.id)
        order by one.place limit $2::int8"#,
        [Bind::from(candidates), i64::try_from(count).unwrap_or(i64::MAX).into()],
    );
    let mut quiet = writer.read::<String>(&sql).await?.into_iter().map(|id| UserId::from(&*id));
    Ok(CASES.iter().map(|size| quiet.by_ref().take(*size).collect()).collect())
}

/// One address to be paid at, one browser on several days, and taking turns in one network.
async fn share(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    cases: &[Vec<UserId>],
) -> Result<(), Error> {
    let mut rng = SeededRng::of(writer.seed, "fairness");
    let (mut people, mut visits) = (Vec::new(), Vec::new());
    for users in cases {
        let [payout, device, network] = [20, 12, 12].map(|bytes| rng.hex(bytes));
        for user in users {
            people.push(json!({ "id": user, "payout": payout }));
        }
        for day in 2..5 {
            let mut began = participants.end.0 - day * 86_400_000 - 4 * 3_600_000;
            for user in users.iter().chain(users) {
                visits.push(json!({ "user": user, "device": device, "network": network,
                    "began": began, "ended": began + 15 * 60_000 }));
                began += 22 * 60_000;
            }
        }
    }
    writer.write([writer.rows(SHARED, people), writer.rows(VISITED, visits)]).await
}

const SHARED: &str = r#"update "_User" u set "payoutAddress" = s."payout", "locale" = 'en', "updatedAt" = $2::timestamptz
    from jsonb_to_recordset($1::jsonb) as s("id" text, "payout" text) where u."objectId" = s."id""#;

const VISITED: &str = r#"insert into _touchstone.visit ("user", device, network, began, ended)
    select v."user", v."device", v."network", _touchstone.from_millis(v."began"), _touchstone.from_millis(v."ended")
    from jsonb_to_recordset($1::jsonb) as v("user" text, "device" text, "network" text, "began" int8, "ended" int8)
    where $2::timestamptz is not null order by v."began""#;

/// The first case stays open; one is linked, one is asked, one is put off and one is dismissed.
async fn decide(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    desk: &mut Desk<'_>,
    cases: &[Vec<UserId>],
) -> Result<(), Error> {
    let [maren, jules, priya] = &participants.administrators[..] else { return Ok(()) };
    let decisions = [
        (
            maren,
            json!({ "decision": "link", "reason": "same_payout", "note": "Both are paid at one address, and use one browser in turns." }),
        ),
        (jules, json!({ "decision": "ask" })),
        (priya, json!({ "decision": "watch" })),
        (
            maren,
            json!({ "decision": "dismiss", "note": "Two flatmates. Both wrote to us and explained it." }),
        ),
    ];
    for (users, (by, mut decision)) in cases.iter().skip(1).zip(decisions) {
        let Some(number) = case_of(writer, users).await? else { continue };
        decision["number"] = number.into();
        if decision["decision"] == "link" {
            decision["users"] = json!(users);
        }
        desk.ask(by, "riskResolve", decision).await?;
    }
    if let [_, linked] = &cases[1][..] {
        object_to_link(desk, linked).await?;
    }
    Ok(())
}

/// The number of the case that some accounts are in.
async fn case_of(writer: &BulkWriter<'_>, users: &[UserId]) -> Result<Option<i64>, Error> {
    let Some(first) = users.first() else { return Ok(None) };
    let sql = Sql::fixed(
        r#"select to_jsonb(case_number) from _touchstone.risk_case_member where "user" = $1::text"#,
        [Bind::from(first.as_str())],
    );
    Ok(writer.read(&sql).await?.pop())
}

async fn object_to_link(desk: &mut Desk<'_>, linked: &UserId) -> Result<(), Error> {
    let mine = desk.ask(linked, "myFairness", json!({})).await?;
    let subject = &mine["link"]["subjectId"];
    if subject.is_string() {
        let body = "My sister and I share a laptop and a wallet for gas. We test on our own, and we report different things.";
        let appeal = json!({ "subjectType": "risk", "subjectId": subject, "body": body });
        desk.ask(linked, "appealOpen", appeal).await?;
    }
    Ok(())
}

/// Objections against other decisions; one of them was answered.
async fn appeals(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    desk: &mut Desk<'_>,
) -> Result<(), Error> {
    const BODIES: [&str; 3] = [
        "I tried again on a fresh browser profile, and it still happens. I have added the steps below the report.",
        "Please look at this once more. Two other testers have commented that they see the same.",
        "My transaction went to the right contract, the app only showed another address. Could you check again?",
    ];
    let sql =
        Sql::fixed(CLOSED, [Bind::from(writer.date()), participants.testers[0].as_str().into()]);
    let subjects: Vec<Json> = writer.read(&sql).await?;
    for (place, (subject, body)) in subjects.iter().zip(BODIES).enumerate() {
        let who = UserId::from(subject["user"].as_str().unwrap_or_default());
        let appeal =
            json!({ "subjectType": subject["type"], "subjectId": subject["id"], "body": body });
        let opened = desk.ask(&who, "appealOpen", appeal).await?;
        if place == 0 {
            let others = participants.administrators.iter();
            let mut others = others.filter(|id| subject["decider"] != id.as_str());
            let Some(by) = others.next() else { continue };
            let answer = json!({ "id": opened["appeal"]["id"], "uphold": false,
                "answer": "We tried it again with your steps and the newest build, and it works. Please reopen the report if you see it again." });
            desk.ask(by, "appealDecide", answer).await?;
        }
    }
    Ok(())
}

/// Decisions of the last days: two reports that were closed, and a submission that was rejected.
const CLOSED: &str = r#"(select jsonb_build_object('user', i."reporter", 'type', 'issue_closed', 'id', i."objectId", 'decider', e."actor")
    from "Issue" i join "_User" u on u."objectId" = i."reporter" and u."status" = 'active', lateral (
        select e."actor" from "IssueEvent" e where e."issue" = i."objectId" and e."type" = 'status' order by e."seq" desc limit 1) e
    where i."status" = 'closed' and i."resolution" in ('not_reproducible', 'wont_fix', 'working_as_intended')
        and i."visibility" = 'programme' and i."closedAt" > $1::timestamptz - interval '12 days' and i."reporter" <> $2::text
    order by i."closedAt" desc limit 2)
    union all (select jsonb_build_object('user', s."user", 'type', 'submission', 'id', s."objectId", 'decider', s."reviewer")
    from "Submission" s join "_User" u on u."objectId" = s."user" and u."status" = 'active'
    where s."state" = 'rejected' and s."decidedAt" > $1::timestamptz - interval '12 days' and s."user" <> $2::text
    order by s."decidedAt" desc limit 1)"#;
