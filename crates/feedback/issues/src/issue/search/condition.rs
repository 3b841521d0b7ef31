//! Search conditions on the rows of issues.

use feedback_model::search::{
    Exact, Has, Host, Is, IssueQuery, Key, Order, Part, Source, Term, Verdict, Who,
};
use feedback_model::{Kind, Quality, Resolution, Severity};
use parse_engine::Error;
use parse_model::Json;
use parse_store::Sql;

use feedback_core::command_context::CommandContext;

/// The caller.
pub(super) struct Asker<'a> {
    pub(super) id: &'a str,
    pub(super) is_admin: bool,
    person: &'a str,
    locale: Option<&'a str>,
    now: parse_model::Date,
}

impl<'a> Asker<'a> {
    pub(super) fn of(ctx: &'a CommandContext) -> Result<Asker<'a>, Error> {
        let member = ctx.member()?;
        Ok(Asker {
            id: &member.id,
            is_admin: member.is_admin,
            person: &member.person_id,
            locale: member.locale.as_deref(),
            now: ctx.now(),
        })
    }
}

impl Asker<'_> {
    /// The query with everything that affects its public result, unless it is about the caller.
    /// Rows for administrators have more fields.
    pub(super) fn question_of_all(&self, query: &IssueQuery) -> Option<String> {
        // Only the owner finds a hash that is not shared.
        let is_hash = |exact: &Exact| matches!(exact, Exact::Hash(_));
        let is_shared = !self.is_admin && !query.is_about_asker() && !query.exact().any(is_hash);
        // The language affects text search only.
        let language = query.text().next().and(self.locale);
        is_shared.then(|| format!("{language:?} {query}"))
    }

    /// A caller with the same language and without a relation to any issue.
    pub(super) fn without_themself(&self) -> Asker<'_> {
        Asker { id: "", person: "", is_admin: false, locale: self.locale, now: self.now }
    }
}

/// Public issues, in the form of the partial indexes of lists. `_touchstone.may_read` would use
/// none of them.
pub(super) const OPEN: &str = r#"i."_rperm" = '{*}'"#;

/// Issues that the caller can see: public ones, the caller's own, and all for administrators.
pub(super) fn readable(sql: &mut Sql, asker: &Asker<'_>) {
    if asker.is_admin {
        sql.push("true");
    } else {
        sql.push("(").push(OPEN).push(r#" or i."reporter" = "#).bind(asker.id).push(")");
    }
}

/// The same for issues that are not public.
pub(super) fn kept_back(sql: &mut Sql, asker: &Asker<'_>) {
    sql.push(r#"i."_rperm" <> '{*}'"#);
    if !asker.is_admin {
        sql.push(r#" and i."reporter" = "#).bind(asker.id);
    }
}

/// All conditions, each after an `and`.
pub(super) fn push_conditions(sql: &mut Sql, query: &IssueQuery, asker: &Asker<'_>) {
    for part in &query.parts {
        sql.push(" and ");
        match part {
            Part::Term(term) => condition(sql, term, asker),
            Part::Exact(exact) => exactly(sql, exact, asker),
            Part::Word(word) => text(sql, word, true, asker),
            Part::Phrase(phrase) => text(sql, phrase, false, asker),
        }
    }
}

/// Which part of an issue matched: its number, title or text.
pub(super) fn matched(sql: &mut Sql, query: &IssueQuery) {
    if query.exact().any(|exact| matches!(exact, Exact::Number(_))) {
        sql.push("'number'");
        return;
    }
    let mut words = query.text().peekable();
    if words.peek().is_none() {
        sql.push("null");
        return;
    }
    sql.push("case when true");
    for word in words {
        // Words are found without punctuation, so a stray quote is no part of a title either.
        sql.push(r#" and lower(i."title") like "#).bind(anywhere(word.trim_matches('"')));
    }
    sql.push(" then 'title' else 'text' end");
}

fn condition(sql: &mut Sql, term: &Term, asker: &Asker<'_>) {
    match term {
        Term::Is(values) => any(sql, values, |sql, one| is(sql, *one, asker)),
        Term::Kind(kinds) => one_of(sql, r#"i."kind""#, kinds.iter().map(|kind| Kind::key(*kind))),
        Term::Severity(values) => {
            one_of(sql, r#"i."severity""#, values.iter().map(|one| Severity::key(*one)));
        }
        Term::Area(areas) => one_of(sql, r#"i."area""#, areas.iter().map(Key::as_str)),
        Term::Resolution(values) => {
            one_of(sql, r#"i."resolution""#, values.iter().map(|one| Resolution::key(*one)));
        }
        Term::Quality(values) => {
            sql.push("(").bind(asker.is_admin).push(r#" or i."confirmedAt" is not null) and "#);
            one_of(sql, r#"i."quality""#, values.iter().map(|one| Quality::key(*one)));
        }
        Term::Build(order, version) => build(sql, *order, version.as_str()),
        Term::Reporter(people) => {
            any(sql, people, |sql, one| who(sql, r#"i."reporter""#, one, asker));
        }
        Term::Assignee(people) => {
            any(sql, people, |sql, one| who(sql, r#"i."assignee""#, one, asker));
        }
        Term::Tag(tags) => any(sql, tags, |sql, tag| {
            sql.push(r#"i."tags" @> "#).bind(Json::from(vec![tag.to_lowercase()]));
        }),
        Term::AffectsMe => affects(sql, asker),
        Term::WatchingMe => {
            sql.push(r#"i."objectId" in (select w."issue" from "Watch" w where w."level" <> 'mute' and w."user" = "#);
            sql.bind(asker.id).push(")");
        }
        Term::CheckMe => {
            sql.push(r#"i."status" = 'fixed' and "#);
            affects(sql, asker);
            sql.push(r#" and not exists (select from "FixCheck" f where f."issue" = i."objectId" and f."at" >= i."fixedAt" and f."user" = "#);
            sql.bind(asker.id).push(")");
        }
        Term::Source(values) => {
            one_of(sql, r#"i."source""#, values.iter().map(|one| Source::key(*one)));
        }
        Term::Origin(hosts) => {
            sql.push(r#"i."source" = 'widget' and "#);
            let page = r#"split_part(i."environment" ->> 'page', '://', 2)"#;
            one_of(sql, page, hosts.iter().map(Host::as_str));
        }
        Term::Regressed(true) => drop(sql.push(r#"i."regressions" > 0"#)),
        Term::Regressed(false) => drop(sql.push(r#"i."regressions" = 0"#)),
        Term::Class(classes) => {
            one_of(sql, r#"i."failureClass""#, classes.iter().map(Key::as_str));
        }
        Term::Verdict(values) => {
            one_of(sql, r#"i."verdict""#, values.iter().map(|one| Verdict::key(*one)));
        }
        Term::Network(chains) => network(sql, chains),
        Term::Has(values) => any(sql, values, |sql, one| has(sql, *one)),
        Term::Cluster(digits) => {
            sql.push(r#"i."objectId" in (select e."issue" from "Evidence" e where e."fingerprint" like "#);
            sql.bind(format!("{digits}%")).push(")");
        }
    }
}

fn any<T>(sql: &mut Sql, values: &[T], mut one: impl FnMut(&mut Sql, &T)) {
    sql.push("(");
    for (place, value) in values.iter().enumerate() {
        if place > 0 {
            sql.push(" or ");
        }
        one(sql, value);
    }
    sql.push(")");
}

fn one_of(sql: &mut Sql, column: &'static str, keys: impl Iterator<Item = impl Into<String>>) {
    let keys: Vec<String> = keys.map(Into::into).collect();
    sql.push(column).push(" = any(").bind(keys).push(")");
}

fn is(sql: &mut Sql, is: Is, asker: &Asker<'_>) {
    match is {
        Is::Open => {
            sql.push(r#"i."status" not in ('verified', 'closed')"#);
        }
        Is::At(status) => {
            sql.push(r#"i."status" = "#).bind(status.key());
        }
        Is::Private => {
            sql.push(r#"i."visibility" = 'private'"#);
        }
        Is::Answered => {
            sql.push(r#"i."answered""#);
        }
        // Snoozed issues belong to the queue.
        Is::Snoozed if asker.is_admin => {
            sql.push(r#"i."snoozedUntil" > "#).bind(asker.now);
        }
        Is::Snoozed => sql.never(),
    }
}

fn who(sql: &mut Sql, column: &'static str, who: &Who, asker: &Asker<'_>) {
    sql.push(column);
    match who {
        Who::Me => sql.push(" = ").bind(asker.id),
        Who::NoUser => sql.push(" is null"),
        Who::Named(name) => sql
            .push(r#" in (select u."objectId" from "_User" u where lower(u."username") = "#)
            .bind(name.as_str().to_lowercase())
            .push(")"),
    };
}

/// Starts from the person's issues, which are few, instead of all issues.
fn affects(sql: &mut Sql, asker: &Asker<'_>) {
    sql.push(r#"i."objectId" in (select m."objectId" from "Issue" m where m."reporter" = "#);
    sql.bind(asker.id);
    sql.push(r#" union all select r."root" from "IssueReach" r where r."personId" = "#);
    sql.bind(asker.person);
    sql.push(r#" union all select d."objectId" from "IssueReach" r join "Issue" d on d."duplicateOf" = r."root" where r."personId" = "#);
    sql.bind(asker.person).push(")");
}

/// Builds are compared within their channel.
fn build(sql: &mut Sql, order: Order, version: &str) {
    let compare = match order {
        Order::Is => "=",
        Order::AtLeast => ">=",
        Order::After => ">",
        Order::AtMost => "<=",
        Order::Before => "<",
    };
    sql.push(r#"exists (select from "Build" b join "Build" v on v."channel" = b."channel" where b."objectId" = i."buildReported" and b."ordinal" "#);
    sql.push(compare).push(r#" v."ordinal" and v."version" = "#).bind(version).push(")");
}

/// Evidence on one of these networks.
fn network(sql: &mut Sql, chains: &[u64]) {
    let chains = chains.iter().map(|chain| Json::from(*chain)).collect::<Json>();
    sql.push(r#"i."network" in (select n."objectId" from "Network" n where to_jsonb(n."chainId"::int8) <@ "#);
    sql.bind(chains).push(")");
}

/// Issues with attachments or evidence.
fn has(sql: &mut Sql, has: Has) {
    match has {
        Has::Tx => {
            sql.push(r#"exists (select from "Evidence" e where e."issue" = i."objectId" and e."kind" = 'tx')"#);
        }
        Has::Quote => {
            sql.push(r#"exists (select from "Evidence" e where e."issue" = i."objectId" and e."quote" is not null)"#);
        }
        // Videos cannot be attached.
        Has::Video => sql.never(),
    }
}

/// A hash or an address is a word of the text, with or without `0x`. A hash is also found in
/// evidence that the caller can see.
fn exactly(sql: &mut Sql, exact: &Exact, asker: &Asker<'_>) {
    match exact {
        Exact::Number(number) => {
            sql.push(r#"i."number" = "#).bind(f64::from(*number));
        }
        Exact::Hash(digits) | Exact::Address(digits) | Exact::Selector(digits) => {
            sql.push("(");
            if matches!(exact, Exact::Hash(_)) {
                sql.push(
                    r#"i."objectId" in (select e."issue" from "Evidence" e where e."txHash" = "#,
                );
                sql.bind(format!("0x{digits}"));
                sql.push(r#" and (e."shareHash" or e."owner" = "#).bind(asker.id);
                sql.push(" or ").bind(asker.is_admin).push(")) or ");
            }
            sql.push(r#"i."searchVec" @@ (plainto_tsquery('simple', "#).bind(format!("0x{digits}"));
            sql.push(") || plainto_tsquery('simple', ").bind(digits.as_str()).push(")))");
        }
    }
}

/// Words match in any form of the language, by prefix, and anywhere in a title. A phrase matches
/// literally.
fn text(sql: &mut Sql, text: &str, is_word: bool, asker: &Asker<'_>) {
    sql.push(r#"(i."searchVec" @@ ("#);
    if is_word {
        sql.push("phraseto_tsquery(_touchstone.words_of(").bind(asker.locale.unwrap_or("en"));
        sql.push("), ").bind(text).push(")");
        let plain: String = text.chars().filter(|c| !matches!(c, '\\' | '\'')).collect();
        if plain.chars().any(char::is_alphanumeric) {
            sql.push(" || to_tsquery('simple', ").bind(format!("'{plain}':*")).push(")");
        }
    } else {
        sql.push("phraseto_tsquery('simple', ").bind(text).push(")");
    }
    sql.push(r#") or lower(i."title") like "#).bind(anywhere(text)).push(")");
}

/// A pattern that matches a text anywhere.
fn anywhere(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.to_lowercase().chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}
