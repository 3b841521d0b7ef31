//! What the database itself refuses, no matter who writes past the commands.

use testkit::case;

use crate::stage::Programme;

/// A programme of three issues: 1 and 2 are open, 3 is a duplicate of 2.
async fn three_issues() -> Programme {
    let programme = Programme::open().await;
    for who in &programme.crowd(3, 1).await {
        programme.reported(who, "Swap reverts after approve").await;
    }
    let merge = r#"update "Issue" d set "status" = 'closed', "resolution" = 'duplicate', "closedAt" = now(), "stateBeforeMerge" = '{"status": "new"}',
        "duplicateOf" = (select "objectId" from "Issue" where "number" = 2) where "number" = 3"#;
    programme.database.client().await.execute(merge, &[]).await.expect("a merge");
    programme
}

#[test]
fn the_database_refuses_issues_that_contradict_themselves() {
    case(async {
        let programme = three_issues().await;
        let mut client = programme.database.client().await;
        for statement in [
            // Closed without a resolution, a resolution without being closed, closed at no time.
            r#"update "Issue" set "status" = 'closed' where "number" = 1"#,
            r#"update "Issue" set "resolution" = 'invalid' where "number" = 1"#,
            r#"update "Issue" set "status" = 'closed', "resolution" = 'invalid' where "number" = 1"#,
            // A duplicate without a root, of itself, of a duplicate, or with duplicates of its own.
            r#"update "Issue" set "status" = 'closed', "resolution" = 'duplicate', "closedAt" = now() where "number" = 1"#,
            r#"update "Issue" set "duplicateOf" = "objectId" where "number" = 3"#,
            r#"update "Issue" set "status" = 'closed', "resolution" = 'duplicate', "closedAt" = now(), "stateBeforeMerge" = '{}',
            "duplicateOf" = (select "objectId" from "Issue" where "number" = 3) where "number" = 1"#,
            r#"update "Issue" set "duplicateOf" = 'nowhere' where "number" = 3"#,
            r#"update "Issue" set "status" = 'closed', "resolution" = 'duplicate', "closedAt" = now(), "stateBeforeMerge" = '{}',
            "duplicateOf" = (select "objectId" from "Issue" where "number" = 1) where "number" = 2"#,
            // Members of a set that are seen by different people.
            r#"update "Issue" set "visibility" = 'private' where "number" = 2"#,
            // Asked without a question, put off though it is not new, a severity on an idea, times
            // out of order, counts below zero.
            r#"update "Issue" set "status" = 'needs_info' where "number" = 1"#,
            r#"update "Issue" set "snoozedUntil" = now() where "number" = 3"#,
            r#"update "Issue" set "kind" = 'idea', "severity" = 'S1' where "number" = 1"#,
            r#"update "Issue" set "firstResponseAt" = now(), "confirmedAt" = now() - interval '1 day' where "number" = 1"#,
            r#"update "Issue" set "voteCount" = -1 where "number" = 1"#,
            // Numbers, reporters and the issues themselves stay.
            r#"update "Issue" set "number" = 9 where "number" = 1"#,
            r#"update "Issue" set "reporter" = 'another' where "number" = 1"#,
            r#"delete from "Issue" where "number" = 1"#,
            // The timeline only grows.
            r#"update "IssueEvent" set "data" = '{"changed": true}'"#,
            r#"update "IssueEvent" set "actor" = null"#,
            r#"delete from "IssueEvent""#,
            r#"truncate "IssueEvent""#,
        ] {
            let tx = client.transaction().await.expect("a transaction");
            let outcome = match tx.batch_execute(statement).await {
                Ok(()) => tx.commit().await,
                Err(error) => {
                    tx.rollback().await.expect("a rollback");
                    Err(error)
                }
            };
            let error = outcome.expect_err(statement);
            let code = error.code().map(|code| code.code().to_owned()).unwrap_or_default();
            assert_eq!(code, "23514", "{statement}");
        }
    });
}

#[test]
fn a_statement_that_makes_an_issue_private_takes_all_that_belongs_to_it_along() {
    case(async {
        let programme = Programme::open().await;
        let people = programme.crowd(2, 1).await;
        let number = programme.reported(&people[0], "Swap reverts after approve").await;
        programme.said(&people[1], number, "Me too").await;
        let client = programme.database.client().await;
        for (visibility, seen) in [("private", 0), ("programme", 1)] {
            let sql = r#"update "Issue" set "visibility" = $1"#;
            client.execute(sql, &[&visibility]).await.expect("a change");
            for class in ["Issue", "IssueEvent", "Comment"] {
                let found = programme.find(&people[1], class).await.expect(class);
                assert_eq!(found, seen, "{class} of a {visibility} issue");
            }
        }
    });
}
