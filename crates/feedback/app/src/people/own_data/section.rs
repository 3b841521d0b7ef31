//! The lists of a data export: their names, and the rows that belong to the caller.
//!
//! A statement returns a key, which orders and continues the list, and a row. `me` is the caller:
//! the account and its person.

/// A list of the export.
pub(super) struct Section {
    /// Its name in the file.
    pub(super) name: &'static str,
    /// The class of its rows, if they are whole objects reduced to the fields that the owner can
    /// read.
    pub(super) class: Option<&'static str>,
    /// The statement.
    pub(super) rows: &'static str,
}

/// Objects of a class with the caller in a field.
macro_rules! objects {
    ($name:literal, $class:literal, $whose:literal) => {
        Section {
            name: $name,
            class: Some($class),
            rows: concat!(
                r#"select _touchstone.iso(t."createdAt") || ' ' || t."objectId", to_jsonb(t) - '{_rperm,_wperm,searchVec}'::text[] from ""#,
                $class,
                r#"" t, me where t.""#,
                $whose,
                r#"" = me.id"#
            ),
        }
    };
}

const fn list(name: &'static str, rows: &'static str) -> Section {
    Section { name, class: None, rows }
}

const fn objects_by(name: &'static str, class: &'static str, rows: &'static str) -> Section {
    Section { name, class: Some(class), rows }
}

/// Every list, in the order of the file.
pub(super) const SECTIONS: &[Section] = &[
    list("account", ACCOUNT),
    list("wallets", r"select w::text, w from me, _touchstone.wallets_kept(me.id) w"),
    list("sessions", SESSIONS),
    list("pushBrowsers", PUSH_BROWSERS),
    list("chatAccounts", CHAT_ACCOUNTS),
    list("channels", CHANNELS),
    list("mailRefusals", MAIL_REFUSALS),
    list("mailStops", MAIL_STOPS),
    list("visits", VISITS),
    objects!("invitations", "InvitationUse", "user"),
    objects!("savedViews", "SavedView", "owner"),
    objects!("reports", "Issue", "reporter"),
    objects_by("timeline", "IssueEvent", TIMELINE),
    objects!("comments", "Comment", "author"),
    objects_by("commentRevisions", "CommentRevision", COMMENT_REVISIONS),
    objects!("votes", "Vote", "user"),
    objects!("watches", "Watch", "user"),
    objects!("duplicateProposals", "DuplicateProposal", "by"),
    objects!("fixChecks", "FixCheck", "user"),
    objects!("evidence", "Evidence", "owner"),
    objects!("attachments", "Attachment", "owner"),
    list("files", FILES),
    objects!("submissions", "Submission", "user"),
    objects!("points", "PointsEntry", "user"),
    objects_by("standings", "Standing", STANDINGS),
    objects_by("payouts", "RewardLeaf", PAYOUTS),
    objects_by("notifications", "Notification", NOTIFICATIONS),
    list("messages", MESSAGES),
    list("links", LINKS),
    list("holds", HOLDS),
    list("questions", QUESTIONS),
    list("appeals", APPEALS),
];

/// Fields of the account that are not exported: those for administrators, the person, and
/// credentials, which are recognised by their first letter. Only the names of the ways to sign in
/// are exported.
const ACCOUNT: &str = r#"select u."objectId", (
        select jsonb_object_agg(f.key, f.value) from jsonb_each(to_jsonb(u)) f
        where f.value <> 'null' and f.key not like '\_%' and f.key <> all ('{riskState,personId,authData}'))
    || jsonb_build_object('signIn', jsonb_build_object('password', u."_hashed_password" is not null, 'ways', (
        select coalesce(jsonb_object_agg(substr(f.key, 12), f.value -> 'id'), '{}') from jsonb_each(to_jsonb(u)) f
        where f.key like '\_auth\_data\_%' and jsonb_typeof(f.value) = 'object')))
from "_User" u, me where u."objectId" = me.id"#;

/// When sessions began, without their tokens.
const SESSIONS: &str = r#"select _touchstone.iso(t."createdAt") || ' ' || t."objectId", jsonb_build_object(
    'signedInAt', _touchstone.iso(t."createdAt"), 'endsAt', _touchstone.iso(t."expiresAt"), 'by', t."createdWith")
from "_Session" t, me where t."user" = me.id"#;

/// The addresses of browsers stay sealed.
const PUSH_BROWSERS: &str = r#"select _touchstone.iso(t.created_at) || ' ' || t.id, jsonb_build_object('label', t.label,
    'service', t.service, 'since', _touchstone.iso(t.created_at), 'lastAt', _touchstone.iso(t.last_at))
from _touchstone.push_subscription t, me where t."user" = me.id"#;

const CHAT_ACCOUNTS: &str = r#"select t.service, jsonb_build_object('service', t.service, 'name', t.name, 'id', t.external_id,
    'chat', t.chat, 'state', t.state, 'linkedAt', _touchstone.iso(t.linked_at))
from _touchstone.account_link t, me where t."user" = me.id"#;

const CHANNELS: &str = r#"select t.channel, jsonb_build_object('channel', t.channel, 'state', t.state, 'since', _touchstone.iso(t.since))
from _touchstone.channel_address t, me where t."user" = me.id"#;

const MAIL_REFUSALS: &str = r#"select _touchstone.iso(t.at) || ' ' || row_number() over (order by t.at, t.status),
    jsonb_build_object('at', _touchstone.iso(t.at), 'status', t.status) from _touchstone.mail_bounce t, me where t."user" = me.id"#;

const MAIL_STOPS: &str = r#"select t.scope, jsonb_build_object('scope', t.scope, 'at', _touchstone.iso(t.at), 'via', t.via)
from _touchstone.mail_suppression t, me where t."user" = me.id"#;

/// Browser and network are digests, the only form in which they are stored.
const VISITS: &str = r#"select _touchstone.iso(t.began) || ' ' || t.id, jsonb_build_object('from', _touchstone.iso(t.began),
    'to', _touchstone.iso(t.ended), 'browserDigest', t.device, 'networkDigest', t.network)
from _touchstone.visit t, me where t."user" = me.id"#;

/// The caller's public actions.
const TIMELINE: &str = r#"select _touchstone.iso(t."at") || ' ' || t."objectId", to_jsonb(t) - '{_rperm,_wperm}'::text[]
from me cross join lateral _touchstone.issues_of(me.id) o join "IssueEvent" t on t."issue" = o.issue
where t."actor" = me.id and t."visibility" = 'all'"#;

const COMMENT_REVISIONS: &str = r#"select _touchstone.iso(t."at") || ' ' || t."objectId", to_jsonb(t) - '{_rperm,_wperm}'::text[]
from me join "Comment" c on c."author" = me.id join "CommentRevision" t on t."comment" = c."objectId""#;

const FILES: &str = r#"select _touchstone.iso(t.created_at) || ' ' || md5(t.name), jsonb_build_object('name', t.name, 'size', t.size,
    'contentType', t.content_type, 'createdAt', _touchstone.iso(t.created_at), 'removedAt', _touchstone.iso(t.removed_at))
from _touchstone.file t, me where t.owner = me.id"#;

/// Standings of the person of the account.
const STANDINGS: &str = r#"select lpad(t."season"::bigint::text, 9, '0'), to_jsonb(t) - '{_rperm,_wperm}'::text[]
from "Standing" t, me where t."personId" = me.person"#;

/// Of accounts that count as one person, the paid one gets these.
const PAYOUTS: &str = r#"select _touchstone.iso(t."createdAt") || ' ' || t."objectId", to_jsonb(t) - '{_rperm,_wperm}'::text[]
from "RewardLeaf" t, me where t."personId" = me.person and _touchstone.may_read(t."_rperm", me.id, false)"#;

/// Without the texts and names of others.
const NOTIFICATIONS: &str = r#"select _touchstone.iso(t."createdAt") || ' ' || t."objectId", to_jsonb(t) - '{_rperm,_wperm}'::text[]
    || jsonb_build_object('data', coalesce(t."data", '{}') - '{excerpt,people}'::text[])
from "Notification" t, me where t."user" = me.id"#;

/// That messages were sent outside the app, without their text.
const MESSAGES: &str = r#"select _touchstone.iso(t.created_at) || ' ' || lpad(t.id::text, 19, '0'), jsonb_build_object('channel', t.channel,
    'kind', t.kind, 'state', t.state, 'plannedAt', _touchstone.iso(t.created_at), 'sentAt', _touchstone.iso(t.sent_at))
from _touchstone.delivery t, me where t.receiver = me.id"#;

/// That the account counts as one person with others, and the kind of reason, without the others.
const LINKS: &str = r#"select _touchstone.iso(t.at) || ' ' || t.id, jsonb_build_object('kind', t.reason, 'since', _touchstone.iso(t.at),
    'until', _touchstone.iso(t.undone_at)) from _touchstone.person_link t, me where t."user" = me.id"#;

/// That the account was held, and the kind of reason.
const HOLDS: &str = r#"select _touchstone.iso(t.at) || ' ' || t.id, jsonb_build_object('kind', t.reason, 'since', _touchstone.iso(t.at),
    'until', _touchstone.iso(t.released_at)) from _touchstone.person_hold t, me where t."user" = me.id"#;

const QUESTIONS: &str = r#"select _touchstone.iso(t.asked_at) || ' ' || t.id, jsonb_build_object('askedAt', _touchstone.iso(t.asked_at),
    'due', _touchstone.iso(t.due), 'answeredAt', _touchstone.iso(t.answered_at), 'answer', t.body)
from _touchstone.risk_question t, me where t."user" = me.id"#;

const APPEALS: &str = r#"select _touchstone.iso(t.opened_at) || ' ' || t.id, _touchstone.own_appeal(t)
from _touchstone.appeal t, me where t."user" = me.id"#;
