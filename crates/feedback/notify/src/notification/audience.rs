//! The audiences of notifications: statements that find users, a page at a time.

use serde::{Deserialize, Serialize};

/// An audience.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// The reporter of the issue.
    Reporter,
    /// The reporter of the issue, and the users who follow its status.
    Followers,
    /// The reporter of the issue, and the users who watch all of it.
    Listeners,
    /// Users who can tell whether a fix works: reporters, users with proof, and a few other
    /// affected users.
    Checkers,
    /// The users in `given.people`.
    Named,
    /// All users who have points from the issue.
    Earners,
    /// Administrators.
    Administrators,
    /// All users, or all of `given.cohort`.
    AllUsers,
    /// Users who reported or are affected by one of the issues in `given.issues`, within
    /// `given.cohort` if there is one.
    Affected,
    /// Every tester with at least the trust level `given.minTrust`.
    Trusted,
    /// Users who have started the mission `given.mission`.
    Starters,
    /// Users who are paid by the payout `given.export`.
    Paid,
}

impl Audience {
    /// The stored name.
    pub(super) fn key(self) -> &'static str {
        match self {
            Audience::Reporter => "reporter",
            Audience::Followers => "followers",
            Audience::Listeners => "listeners",
            Audience::Checkers => "checkers",
            Audience::Named => "named",
            Audience::Earners => "earners",
            Audience::Administrators => "administrators",
            Audience::AllUsers => "all_users",
            Audience::Affected => "affected",
            Audience::Trusted => "trusted",
            Audience::Starters => "starters",
            Audience::Paid => "paid",
        }
    }

    /// Whether it may be larger than one transaction can notify.
    pub(super) fn may_be_many(self) -> bool {
        !matches!(self, Audience::Reporter | Audience::Named | Audience::Administrators)
    }

    /// A query for `person`, `is_own` and `extra`. Its parameters are the issue `$3`, the given
    /// values `$4`, the user after whom the page starts `$5`, and the size of the page `$6`. Each
    /// part finds its first rows with an index, so that every page costs the same.
    pub(super) fn sql(self) -> &'static str {
        match self {
            Audience::Reporter => REPORTER,
            Audience::Followers => FOLLOWERS,
            Audience::Listeners => LISTENERS,
            Audience::Checkers => CHECKERS,
            Audience::Named => NAMED,
            Audience::Earners => EARNERS,
            Audience::Administrators => ADMINISTRATORS,
            Audience::AllUsers => ALL_USERS,
            Audience::Affected => AFFECTED,
            Audience::Trusted => TRUSTED,
            Audience::Starters => STARTERS,
            Audience::Paid => PAID,
        }
    }
}

const REPORTER: &str = r#"select i."reporter" as person, true as is_own, null::jsonb as extra from "Issue" i
where i."objectId" = $3::text and i."reporter" > $5::text"#;

const FOLLOWERS: &str = r#"select i."reporter" as person, true as is_own, null::jsonb as extra from "Issue" i
where i."objectId" = $3::text and i."reporter" > $5::text
union all (select w."user", false, null from "Watch" w
    where w."issue" = $3::text and w."level" in ('all', 'status') and w."user" > $5::text order by w."user" limit $6::int8)"#;

const LISTENERS: &str = r#"select i."reporter" as person, true as is_own, null::jsonb as extra from "Issue" i
where i."objectId" = $3::text and i."reporter" > $5::text
    and not exists (select from "Watch" w where w."issue" = i."objectId" and w."user" = i."reporter" and w."level" <> 'all')
union all (select w."user", false, null from "Watch" w
    where w."issue" = $3::text and w."level" = 'all' and w."user" > $5::text order by w."user" limit $6::int8)"#;

const CHECKERS: &str = r#"with met as (
    select i."objectId" as id, i."reporter" as reporter from "Issue" i where i."objectId" = $3::text or i."duplicateOf" = $3::text)
select met.reporter as person, true as is_own, null::jsonb as extra from met where met.reporter > $5::text
union all select proven."user", true, null from met, lateral (select v."user" from "Vote" v
    where v."issue" = met.id and v."proof" and v."user" > $5::text order by v."user" limit $6::int8) proven
union all select chosen.person, false, null from (
    select v."user" as person from met join "Vote" v on v."issue" = met.id join "_User" u on u."objectId" = v."user"
    where not coalesce(v."proof", false) order by u."trustLevel" desc nulls last, v."at", v."user"
    limit ($4::jsonb ->> 'ask')::int) chosen where chosen.person > $5::text"#;

const NAMED: &str = r#"select one.person, true as is_own, null::jsonb as extra
from jsonb_array_elements_text($4::jsonb -> 'people') one(person) where one.person > $5::text"#;

const EARNERS: &str = r#"select e."user" as person, true as is_own, jsonb_build_object('amount', sum(e."amount")::bigint) as extra
from "PointsEntry" e where e."issue" = $3::text and e."user" > $5::text
group by e."user" having sum(e."amount") > 0 order by e."user" limit $6::int8"#;

const ADMINISTRATORS: &str = r#"select j."relatedId" as person, true as is_own, null::jsonb as extra
from "_Join:users:_Role" j join "_Role" r on r."objectId" = j."owningId"
where r."name" = 'administrators' and j."relatedId" > $5::text"#;

const ALL_USERS: &str = r#"select u."objectId" as person, true as is_own, null::jsonb as extra from "_User" u
where u."objectId" > $5::text and ($4::jsonb ->> 'cohort' is null
    or u."joinedVia" in (select i."objectId" from "Invitation" i where i."cohort" = $4::jsonb ->> 'cohort'))
order by u."objectId" limit $6::int8"#;

const TRUSTED: &str = r#"select u."objectId" as person, true as is_own, null::jsonb as extra from "_User" u
where u."objectId" > $5::text and coalesce(u."trustLevel", 0) >= coalesce(($4::jsonb ->> 'minTrust')::int, 0)
    and not coalesce(u."isAdmin", false)
order by u."objectId" limit $6::int8"#;

const STARTERS: &str = r#"select s."user" as person, true as is_own, null::jsonb as extra from "Submission" s
where s."mission" = $4::jsonb ->> 'mission' and s."state" = 'started' and s."user" > $5::text
order by s."user" limit $6::int8"#;

/// Amounts are stored in the token's smallest unit.
const PAID: &str = r#"select u."objectId" as person, true as is_own, jsonb_build_object('paid',
    trim_scale(p.amount * ('1e-' || ($4::jsonb ->> 'decimals'))::numeric)::text || ' ' || ($4::jsonb ->> 'symbol')) as extra
from _touchstone.reward_payee p join "_User" u on u."personId" = p.person
where p.export = $4::jsonb ->> 'export' and p.leaf_index is not null and u."objectId" > $5::text
order by u."objectId" limit $6::int8"#;

const AFFECTED: &str = r#"with fixed as (
    select i."objectId" as id, i."number"::int as number, i."reporter" as reporter
    from jsonb_array_elements_text($4::jsonb -> 'issues') one(id) join "Issue" i on i."objectId" = one.id
    union all select d."objectId", i."number"::int, d."reporter"
    from jsonb_array_elements_text($4::jsonb -> 'issues') one(id) join "Issue" i on i."objectId" = one.id
        join "Issue" d on d."duplicateOf" = i."objectId")
select met.person, true as is_own, jsonb_build_object('fixed', jsonb_agg(distinct met.number)) as extra from (
    select fixed.reporter as person, fixed.number from fixed where fixed.reporter > $5::text
    union all select voted."user", fixed.number from fixed, lateral (select v."user" from "Vote" v
        where v."issue" = fixed.id and v."user" > $5::text order by v."user" limit $6::int8) voted) met
where $4::jsonb ->> 'cohort' is null or exists (select from "_User" u join "Invitation" i on i."objectId" = u."joinedVia"
    where u."objectId" = met.person and i."cohort" = $4::jsonb ->> 'cohort')
group by met.person order by met.person limit $6::int8"#;

/// The whole audience at once, each user once, as a query for `person` with the given values as
/// `$2`. For counting the audiences of announcements.
pub(super) fn people_sql(audience: Audience) -> &'static str {
    match audience {
        Audience::Affected => AFFECTED_PEOPLE,
        _ => ALL_PEOPLE,
    }
}

const ALL_PEOPLE: &str = r#"select u."objectId" as person from "_User" u where $2::jsonb ->> 'cohort' is null
    or u."joinedVia" in (select i."objectId" from "Invitation" i where i."cohort" = $2::jsonb ->> 'cohort')"#;

const AFFECTED_PEOPLE: &str = r#"with fixed as (
    select i."objectId" as id, i."reporter" as reporter
    from jsonb_array_elements_text($2::jsonb -> 'issues') one(id) join "Issue" i on i."objectId" = one.id
    union select d."objectId", d."reporter"
    from jsonb_array_elements_text($2::jsonb -> 'issues') one(id) join "Issue" d on d."duplicateOf" = one.id)
select met.person from (
    select fixed.reporter as person from fixed union select v."user" from fixed join "Vote" v on v."issue" = fixed.id) met
where $2::jsonb ->> 'cohort' is null or exists (select from "_User" u join "Invitation" i on i."objectId" = u."joinedVia"
    where u."objectId" = met.person and i."cohort" = $2::jsonb ->> 'cohort')"#;
