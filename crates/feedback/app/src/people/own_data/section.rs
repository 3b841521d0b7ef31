//! The lists of a data export: their names, and the rows that belong to the caller.
//!
//! A statement returns a key, which orders and continues the list, and a row. `me` is the caller:
//! the account and its person.

/// A list of the export.
pub(super) struct Section {
    /// Its name in the file.
    pub(super) name: &'static str,
    /// What it has, as the draft of the privacy page says it.
    pub(super) about: &'static str,
    /// The class of its rows, if they are whole objects reduced to the fields that the owner can
    /// read.
    pub(super) class: Option<&'static str>,
    /// The statement.
    pub(super) rows: &'static str,
}

/// Objects of a class with the caller in a field.
macro_rules! objects {
    ($name:literal, $class:literal, $whose:literal, $about:literal) => {
        Section {
            name: $name,
            about: $about,
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

const fn list(name: &'static str, about: &'static str, rows: &'static str) -> Section {
    Section { name, about, class: None, rows }
}

const fn objects_by(
    name: &'static str,
    about: &'static str,
    class: &'static str,
    rows: &'static str,
) -> Section {
    Section { name, about, class: Some(class), rows }
}

/// Every list, in the order of the file.
pub(super) const SECTIONS: &[Section] = &[
    list(
        "account",
        "Username, e-mail address, a hash of the password, ways to sign in, language, time zone, preferences, trust level, counts of reports, and the wallet for payouts.",
        ACCOUNT,
    ),
    list(
        "wallets",
        "Addresses of linked wallets, and of unlinked wallets for 90 days.",
        r"select w::text, w from me, _touchstone.wallets_kept(me.id) w",
    ),
    list("sessions", "Sign-ins: when each session began and when it ends.", SESSIONS),
    list(
        "pages",
        "Apps that report in your name: their address and when they were last used.",
        PAGES,
    ),
    list(
        "pushBrowsers",
        "Browsers that receive push notifications: their name, the push service, and an encrypted address.",
        PUSH_BROWSERS,
    ),
    list("chatAccounts", "Linked chat accounts: service, name and id.", CHAT_ACCOUNTS),
    list("channels", "Whether e-mail, push and chat messages reach you.", CHANNELS),
    list("mailRefusals", "Refusals by your e-mail provider.", MAIL_REFUSALS),
    list("mailStops", "Kinds of e-mail that you unsubscribed from.", MAIL_STOPS),
    list(
        "visits",
        "Visits: when each began and ended, with hashes of your browser and network. They are compared to find people with several accounts, and kept for 30 days.",
        VISITS,
    ),
    objects!("invitations", "InvitationUse", "user", "The invitation that you joined with."),
    list(
        "failureQuestions",
        "Questions about failed transactions of your linked wallets, if you chose to be asked: the cause, the time and your answer. The hash of the transaction is kept for 30 days.",
        FAILURE_QUESTIONS,
    ),
    list(
        "failedCalls",
        "Failed transactions of your linked wallets whose cause is being looked up, if you chose to be asked about them.",
        FAILED_CALLS,
    ),
    list("policies", "Pages that you accepted: which version, and when.", POLICIES),
    objects!("savedViews", "SavedView", "owner", "Saved searches."),
    objects!(
        "reports",
        "Issue",
        "reporter",
        "Reports: title, text, steps, environment, severity and state."
    ),
    list(
        "reportContexts",
        "What an app recorded before a report: wallet calls, failed requests and errors. It is kept for 90 days. A report that was sent without a sign-in belongs to no account, and is kept for 30 days.",
        PAGE_CONTEXTS,
    ),
    objects_by("timeline", "Your actions on reports, with their time.", "IssueEvent", TIMELINE),
    objects!("comments", "Comment", "author", "Comments."),
    objects_by(
        "commentRevisions",
        "Earlier texts of comments that you edited.",
        "CommentRevision",
        COMMENT_REVISIONS,
    ),
    objects!("votes", "Vote", "user", "Votes, with your notes."),
    objects!("watches", "Watch", "user", "Reports that you watch."),
    objects!(
        "duplicateProposals",
        "DuplicateProposal",
        "by",
        "Duplicates that you proposed, with your notes."
    ),
    objects!("fixChecks", "FixCheck", "user", "Fixes that you checked, with your notes."),
    objects!(
        "evidence",
        "Evidence",
        "owner",
        "Transactions and wallet errors that you looked up, with their explanation and the quote."
    ),
    objects!("attachments", "Attachment", "owner", "Screenshots and files that you attached."),
    list("files", "Uploaded files: name, size and type.", FILES),
    objects!(
        "submissions",
        "Submission",
        "user",
        "Missions that you took part in: answers, files and results."
    ),
    objects!("points", "PointsEntry", "user", "Points that you earned or lost, with the reason."),
    objects_by("standings", "Your rank in each season.", "Standing", STANDINGS),
    objects_by("payouts", "Published payouts: amount and wallet address.", "RewardLeaf", PAYOUTS),
    objects_by("notifications", "Notifications in the app.", "Notification", NOTIFICATIONS),
    list(
        "messages",
        "Messages that were sent to you outside the app: kind, state and time, without their text.",
        MESSAGES,
    ),
    list(
        "links",
        "Whether your account counts as one person with other accounts, and the kind of reason.",
        LINKS,
    ),
    list("holds", "Whether your points were held, and the kind of reason.", HOLDS),
    list("questions", "Questions about possible duplicate accounts, and your answers.", QUESTIONS),
    list("appeals", "Your appeals, and the answers.", APPEALS),
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

/// Pages that report in the name of the caller.
const PAGES: &str = r#"select _touchstone.iso(t.created_at) || ' ' || t.id, jsonb_build_object('origin', t.origin,
    'installation', t.installation, 'since', _touchstone.iso(t.created_at), 'lastAt', _touchstone.iso(t.last_used_at))
from _touchstone.widget_token t, me where t."user" = me.id"#;

/// What pages recorded before reports of the caller.
const PAGE_CONTEXTS: &str = r#"select _touchstone.iso(t.created_at) || ' ' || t.issue, jsonb_build_object('number', i."number"::int,
    'origin', t.origin, 'context', t.context, 'at', _touchstone.iso(t.created_at))
from _touchstone.widget_context t join "Issue" i on i."objectId" = t.issue, me where i."reporter" = me.id"#;

/// The addresses of browsers stay sealed.
const PUSH_BROWSERS: &str = r#"select _touchstone.iso(t.created_at) || ' ' || t.id, jsonb_build_object('label', t.label,
    'service', t.service, 'since', _touchstone.iso(t.created_at), 'lastAt', _touchstone.iso(t.last_at))
from _touchstone.push_subscription t, me where t."user" = me.id"#;

const CHAT_ACCOUNTS: &str = r#"select t.service, jsonb_build_object('service', t.service, 'name', t.name, 'id', t.external_id,
    'chat', t.chat, 'state', t.state, 'linkedAt', _touchstone.iso(t.linked_at))
from _touchstone.account_link t, me where t."user" = me.id"#;

const FAILURE_QUESTIONS: &str = r#"select _touchstone.iso(t.asked_at) || ' ' || t.id, jsonb_build_object('askedAt', _touchstone.iso(t.asked_at),
    'network', t.network, 'hash', t.hash, 'failedAt', _touchstone.iso(t.failed_at), 'cause', t.sentence, 'class', t.class,
    'fingerprint', t.fingerprint, 'answer', t.answer, 'answeredAt', _touchstone.iso(t.answered_at))
from _touchstone.failure_question t, me where t."user" = me.id"#;

/// Failures that wait to be looked up.
const FAILED_CALLS: &str = r#"select t.network || ' ' || t.hash || ' ' || t.place, jsonb_build_object('network', t.network, 'hash', t.hash)
from _touchstone.call_asker t, me where t."user" = me.id"#;

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

const POLICIES: &str = r#"select t.kind || ' ' || lpad(t.version::text, 9, '0'), jsonb_build_object('kind', t.kind, 'version', t.version,
    'acceptedAt', _touchstone.iso(t.accepted_at)) from _touchstone.policy_acceptance t, me where t."user" = me.id"#;

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
