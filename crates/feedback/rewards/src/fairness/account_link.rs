//! Linking accounts as one person, and unlinking them.
//!
//! A person is named after its oldest account, so that persons depend only on which accounts belong
//! together and not on the order of decisions.

use std::collections::{BTreeMap, BTreeSet};

use feedback_model::{IssueId, PersonId, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};
use feedback_issues::issue::reach_counter::recount;
use feedback_issues::issue::state::lock_sets;
use feedback_points::points::{Posted, Relinking, relink};

/// The reason shown to other users whose points change, because they share an issue.
const WHY: &str = "the linked accounts of a person changed";

/// An account of an affected person.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LinkedAccount {
    pub(super) id: String,
    pub(super) username: Option<String>,
    person: String,
    pub(super) is_admin: bool,
}

/// The persons after a decision.
#[derive(Debug)]
pub(super) struct Grouping {
    /// Every account of every affected person, oldest first.
    pub(super) accounts: Vec<LinkedAccount>,
    persons: BTreeMap<UserId, PersonId>,
}

/// The result of a decision.
#[derive(Debug)]
pub(super) struct Regrouped {
    pub(super) posted: Vec<Posted>,
    pub(super) frozen: i64,
}

impl Grouping {
    /// Links several accounts, and all accounts linked to any of them, as one person.
    pub(super) async fn together(
        ctx: &CommandContext,
        users: &[String],
    ) -> Result<Grouping, Error> {
        let accounts = accounts(ctx, users).await?;
        let own = &ctx.member()?.id;
        let is_known = |user: &String| accounts.iter().any(|account| account.id == *user);
        if !users.iter().all(is_known) {
            return Err(not_found());
        }
        if accounts.iter().any(|account| account.id == *own) {
            return Err(invalid(
                "OWN_ACCOUNT",
                "You cannot decide about your own account. Ask another administrator.",
            ));
        }
        if accounts.iter().any(|account| account.is_admin) {
            return Err(invalid("LINK_ADMIN", "Administrators have no points and no links."));
        }
        let persons: BTreeSet<&String> = accounts.iter().map(|account| &account.person).collect();
        if persons.len() < 2 {
            return Err(invalid("LINK_ALREADY", "These accounts are already linked."));
        }
        Ok(Grouping::of(accounts, |_| 0))
    }

    /// Makes an account a person of its own. The others stay linked.
    pub(super) async fn apart(ctx: &CommandContext, user: &str) -> Result<Grouping, Error> {
        let accounts = accounts(ctx, &[user.to_owned()]).await?;
        if accounts.is_empty() {
            return Err(not_found());
        }
        if accounts.len() < 2 {
            return Err(invalid("NOT_LINKED", "This account is not linked."));
        }
        Ok(Grouping::of(accounts, |account| usize::from(account.id == user)))
    }

    fn of(accounts: Vec<LinkedAccount>, group: impl Fn(&LinkedAccount) -> usize) -> Grouping {
        let first = |of: usize| accounts.iter().find(|account| group(account) == of);
        let person = |account: &LinkedAccount| {
            let oldest = first(group(account)).unwrap_or(account);
            (UserId::from(account.id.as_str()), PersonId::from(oldest.id.as_str()))
        };
        let persons = accounts.iter().map(person).collect();
        Grouping { accounts, persons }
    }

    /// The new person of an account.
    pub(super) fn person_of<'a>(&'a self, user: &'a str) -> &'a str {
        self.persons.get(&UserId::from(user)).map_or(user, PersonId::as_str)
    }

    fn ids(&self) -> Vec<String> {
        self.accounts.iter().map(|account| account.id.clone()).collect()
    }

    /// The previous number of persons.
    pub(super) fn persons_before(&self) -> usize {
        self.accounts.iter().map(|account| &account.person).collect::<BTreeSet<_>>().len()
    }

    /// The issues that two or more of them reported or voted for.
    pub(super) async fn shared_issues(&self, ctx: &CommandContext) -> Result<Vec<IssueId>, Error> {
        let mut sql = Sql::new("with ");
        sql.push(TOUCHED_1).bind(self.ids()).push(TOUCHED_2).bind(self.ids()).push(TOUCHED_3);
        sql.push("select to_jsonb(root) from touched where people > 1 order by root collate \"C\"");
        ctx.rows(&sql).await
    }

    /// The issues for which one of them has proof.
    async fn proven_issues(&self, ctx: &CommandContext) -> Result<Vec<IssueId>, Error> {
        let sql = Sql::fixed(
            r#"select to_jsonb(issue) from (select distinct "issue" as issue from "Evidence"
            where "owner" = any($1::text[]) and "counted") proven order by issue collate "C""#,
            [Bind::from(self.ids())],
        );
        ctx.rows(&sql).await
    }

    /// Applies the change to everything that counts persons, and to all rewards.
    pub(super) async fn carry_out(&self, ctx: &CommandContext) -> Result<Regrouped, Error> {
        let shared = self.shared_issues(ctx).await?;
        let mut held = self.proven_issues(ctx).await?;
        held.extend(shared.iter().cloned());
        lock_sets(ctx, &held).await?;
        let relinking = Relinking { persons: &self.persons, reason: WHY };
        let relinked = Box::pin(relink(ctx, &relinking)).await?;
        self.rename_reach(ctx).await?;
        for issue in &shared {
            recount(ctx, issue).await?;
        }
        // Clusters count the persons who saw the failure.
        let sql = Sql::fixed(
            r#"update "Evidence" e set "person" = u."personId" from "_User" u
            where u."objectId" = e."owner" and e."owner" = any($1::text[]) and e."counted" and e."person" is distinct from u."personId""#,
            [Bind::from(self.ids())],
        );
        ctx.execute(&sql).await?;
        Ok(Regrouped { posted: relinked.posted, frozen: relinked.frozen })
    }

    /// Reach of a single account is stored under its new person.
    async fn rename_reach(&self, ctx: &CommandContext) -> Result<(), Error> {
        let persons = self.accounts.iter().map(|account| self.person_of(&account.id).to_owned());
        let before = self.accounts.iter().map(|account| account.person.clone());
        let mut sql = Sql::new("with ");
        sql.push(TOUCHED_1).bind(self.ids()).push(TOUCHED_2).bind(self.ids()).push(TOUCHED_3);
        sql.push(
            r#"update "IssueReach" r set "personId" = one.person from touched t
            join unnest("#,
        );
        sql.bind(self.ids()).push("::text[], ").bind(persons.collect::<Vec<String>>());
        sql.push(
            r#"::text[]) one(id, person) on one.id = t.who
            where t.people = 1 and r."root" = t.root and r."personId" <> one.person and r."personId" = any("#,
        );
        sql.bind(before.collect::<Vec<String>>()).push("::text[])");
        ctx.execute(&sql).await.map(drop)
    }
}

const TOUCHED_1: &str = r#"touched as (
    select root, min(who) as who, count(distinct who) as people from (
        select coalesce(i."duplicateOf", i."objectId") as root, i."reporter" as who from "Issue" i where i."reporter" = any("#;
const TOUCHED_2: &str = r#"::text[])
        union all select coalesce(i."duplicateOf", i."objectId"), v."user" from "Vote" v join "Issue" i on i."objectId" = v."issue"
            where v."user" = any("#;
const TOUCHED_3: &str = r#"::text[])) one group by root) "#;

/// Every account of the persons of these accounts, oldest first. Locked until the transaction ends,
/// and decisions about persons are serialized.
pub(super) async fn accounts(
    ctx: &CommandContext,
    users: &[String],
) -> Result<Vec<LinkedAccount>, Error> {
    ctx.execute(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.persons'))")).await?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', a."objectId", 'username', a."username", 'person', a."personId",
            'isAdmin', coalesce(a."isAdmin", false))
        from "_User" a where a."personId" in (select u."personId" from "_User" u where u."objectId" = any($1::text[]))
        order by a."createdAt", a."objectId" collate "C""#,
        [Bind::from(users.to_vec())],
    );
    ctx.rows(&sql).await
}
