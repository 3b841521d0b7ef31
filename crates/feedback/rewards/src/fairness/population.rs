//! Reads all accounts with their facts, for a scan of all of them together.

use std::collections::HashMap;

use feedback_model::Day;
use feedback_model::risk::{Account, Device, Text, Visit, Wallet, text_print};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use feedback_core::command_context::CommandContext;

/// Rows read at once: few enough not to delay other tasks on the thread.
const PAGE: i64 = 4_000;

/// Days of reports that are compared.
const REPORTS_DAYS: i64 = 120;

/// All accounts to scan, and the number of wallets without a known payer.
#[derive(Debug)]
pub(super) struct Population {
    pub(super) accounts: Vec<Account>,
    pub(super) unknown_wallets: usize,
}

/// A value that belongs to an account.
#[derive(Deserialize)]
struct OfAccount<T> {
    user: String,
    what: T,
}

/// Reads all accounts except administrators, and suspended or deleted ones.
pub(super) async fn population(ctx: &CommandContext) -> Result<Population, Error> {
    let mut accounts = all_accounts(ctx).await?;
    let places: HashMap<String, usize> =
        accounts.iter().enumerate().map(|(at, one)| (one.id.as_str().to_owned(), at)).collect();
    let mut put = AccountIndex { places: &places, accounts: &mut accounts };
    if has_wallets(ctx).await? {
        put.pages(ctx, WALLETS, |account, wallet| account.wallets.push(wallet)).await?;
        put.pages(ctx, FORMER, |account, wallet| account.former_wallets.push(wallet)).await?;
    }
    put.pages(ctx, VISITS, note_visit).await?;
    put.pages(ctx, VOTES, |account, number| account.votes.push(number)).await?;
    put.pages(ctx, ACCEPTED, |account, number| account.accepted.push(number)).await?;
    texts(ctx, &mut put).await?;
    put_in_order(&mut accounts);
    let is_unknown = |wallet: &&Wallet| wallet.funding.is_none();
    let unknown_wallets =
        accounts.iter().flat_map(|account| &account.wallets).filter(is_unknown).count();
    Ok(Population { accounts, unknown_wallets })
}

/// Assigns values to their accounts.
struct AccountIndex<'a> {
    places: &'a HashMap<String, usize>,
    accounts: &'a mut Vec<Account>,
}

impl AccountIndex<'_> {
    /// Reads the rows of a statement after `$1`, page by page.
    async fn pages<T: DeserializeOwned>(
        &mut self,
        ctx: &CommandContext,
        text: &'static str,
        put: impl Fn(&mut Account, T),
    ) -> Result<(), Error> {
        let page = |after: &str| Sql::fixed(text, [Bind::from(after), PAGE.into()]);
        let mut after = String::new();
        loop {
            let rows: Vec<(String, OfAccount<T>)> = ctx.rows(&page(&after)).await?;
            let is_last = i64::try_from(rows.len()).unwrap_or(i64::MAX) < PAGE;
            after = rows.last().map(|(id, _)| id.clone()).unwrap_or_default();
            self.each(rows.into_iter().map(|(_, row)| row).collect(), &put);
            if is_last {
                return Ok(());
            }
        }
    }

    fn each<T>(&mut self, all: Vec<OfAccount<T>>, put: impl Fn(&mut Account, T)) {
        for OfAccount { user, what } in all {
            let place = self.places.get(&user).copied();
            if let Some(account) = place.and_then(|place| self.accounts.get_mut(place)) {
                put(account, what);
            }
        }
    }
}

/// A visit as it is read. Device and day are stored separately.
#[derive(Deserialize)]
struct VisitRow {
    #[serde(flatten)]
    visit: Visit,
    device: Option<String>,
    day: Day,
}

fn note_visit(account: &mut Account, seen: VisitRow) {
    account.visits.push(seen.visit);
    let Some(device) = seen.device else { return };
    match account.devices.iter_mut().find(|known| known.device == device) {
        Some(known) => known.days.push(seen.day),
        None => account.devices.push(Device { device, days: vec![seen.day] }),
    }
}

/// Rows are in the order of their ids.
fn put_in_order(accounts: &mut [Account]) {
    for account in accounts {
        account.visits.sort_by_key(|visit| visit.from);
        for device in &mut account.devices {
            device.days.sort_unstable();
            device.days.dedup();
        }
        for numbers in [&mut account.votes, &mut account.accepted] {
            numbers.sort_unstable();
            numbers.dedup();
        }
    }
}

async fn all_accounts(ctx: &CommandContext) -> Result<Vec<Account>, Error> {
    pages(ctx, |after| {
        Sql::fixed(
            r#"select jsonb_build_array(u."objectId", jsonb_build_object('id', u."objectId", 'person', coalesce(u."personId", u."objectId"),
                'joinedAt', _touchstone.in_millis(u."createdAt"),
                'invitation', case when c.invitation is null then u."joinedVia" end, 'language', left(u."locale", 2),
                'payout', u."payoutAddress", 'wallets', '[]'::jsonb, 'formerWallets', '[]'::jsonb, 'devices', '[]'::jsonb,
                'visits', '[]'::jsonb, 'texts', '[]'::jsonb, 'votes', '[]'::jsonb, 'accepted', '[]'::jsonb))
            from "_User" u left join _touchstone.cleared_invitation c on c.invitation = u."joinedVia"
            where u."objectId" > $1::text and not coalesce(u."isAdmin", false)
                and coalesce(u."status", 'active') in ('active', 'limited')
            order by u."objectId" limit $2::int8"#,
            [Bind::from(after), PAGE.into()],
        )
    })
    .await
}

/// Reads rows of an id and a document, page by page.
async fn pages<T: DeserializeOwned>(
    ctx: &CommandContext,
    page: impl Fn(&str) -> Sql,
) -> Result<Vec<T>, Error> {
    let (mut all, mut after) = (Vec::new(), String::new());
    loop {
        let rows: Vec<(String, T)> = ctx.rows(&page(&after)).await?;
        let count = rows.len();
        for (id, row) in rows {
            after = id;
            all.push(row);
        }
        if i64::try_from(count).unwrap_or(i64::MAX) < PAGE {
            return Ok(all);
        }
    }
}

/// The fingerprints of reports. Their texts are read and not stored.
async fn texts(ctx: &CommandContext, put: &mut AccountIndex<'_>) -> Result<(), Error> {
    #[derive(Deserialize)]
    struct Report {
        user: String,
        number: u32,
        text: String,
    }
    let since = ctx.now().plus_seconds(-REPORTS_DAYS * 86_400);
    let mut after = String::new();
    loop {
        let sql = Sql::fixed(
            r#"select jsonb_build_array(i."objectId", jsonb_build_object('user', i."reporter", 'number', i."number"::int, 'text', i."body"))
            from "Issue" i where i."objectId" > $1::text and i."submittedAt" > $3::timestamptz
            order by i."objectId" limit $2::int8"#,
            [Bind::from(&*after), PAGE.into(), since.into()],
        );
        let rows: Vec<(String, Report)> = ctx.rows(&sql).await?;
        let is_last = i64::try_from(rows.len()).unwrap_or(i64::MAX) < PAGE;
        after = rows.last().map(|(id, _)| id.clone()).unwrap_or_default();
        let printed = tokio::task::spawn_blocking(move || {
            let print = |(_, report): (String, Report)| {
                let print = text_print(&report.text, &[])?;
                Some(OfAccount { user: report.user, what: Text { number: report.number, print } })
            };
            rows.into_iter().filter_map(print).collect::<Vec<_>>()
        });
        let printed = printed.await.map_err(|error| Error::Failed {
            doing: "comparing reports",
            source: Box::new(error),
        })?;
        put.each(printed, |account, text| account.texts.push(text));
        if is_last {
            return Ok(());
        }
    }
}

/// Whether accounts can have wallets on this installation.
async fn has_wallets(ctx: &CommandContext) -> Result<bool, Error> {
    let sql = Sql::new(
        r#"select to_jsonb(to_regclass('"_EthAddress"') is not null and to_regclass('_touchstone.wallet_rest') is not null)"#,
    );
    Ok(ctx.row(&sql).await?.unwrap_or(false))
}

const WALLETS: &str = r#"select jsonb_build_array(w."objectId", jsonb_build_object('user', w."user", 'what', jsonb_build_object(
    'address', lower(w."objectId"),
    'funding', case when f.kind is null then null when f.kind = 'older' then '"older"'::jsonb when f.kind = 'never' then '"never"'::jsonb
        when f.funder is null then '"unclear"'::jsonb
        else jsonb_build_object('paid', jsonb_build_object('funder', f.funder, 'via', f.via, 'at', _touchstone.in_millis(f.at),
            'value', coalesce(f.value, ''), 'sent', p.sent, 'weight', _touchstone.funder_weight(p.sent, p.verdict),
            'second', (select s.funder from _touchstone.wallet_funding s left join _touchstone.funder q on q.address = s.funder
                where s.address = f.funder and _touchstone.funder_weight(q.sent, q.verdict) <> 'hub'))) end)))
    from "_EthAddress" w left join _touchstone.wallet_funding f on f.address = lower(w."objectId")
    left join _touchstone.funder p on p.address = f.funder
    where w."objectId" > $1::text and w."user" is not null order by w."objectId" limit $2::int8"#;

const FORMER: &str = "select jsonb_build_array(r.account, jsonb_build_object('user', r.user_id,
        'what', lower(substring(r.account from '0x[0-9a-fA-F]{40}'))))
    from _touchstone.wallet_rest r where r.account > $1::text and r.account ~ '0x[0-9a-fA-F]{40}'
    order by r.account limit $2::int8";

const VISITS: &str = r#"select jsonb_build_array(v.id::text, jsonb_build_object('user', v."user", 'what', jsonb_build_object(
    'from', _touchstone.in_millis(v.began), 'to', _touchstone.in_millis(v.ended), 'network', v.network, 'device', v.device,
    'day', _touchstone.day(v.began, 'UTC'))))
    from _touchstone.visit v where v.id > coalesce(nullif($1::text, '')::int8, 0) order by v.id limit $2::int8"#;

const VOTES: &str = r#"select jsonb_build_array(v."objectId", jsonb_build_object('user', v."user", 'what', i."number"::int))
    from "Vote" v join "Issue" i on i."objectId" = v."issue"
    where v."objectId" > $1::text order by v."objectId" limit $2::int8"#;

const ACCEPTED: &str = r#"select jsonb_build_array(i."objectId", jsonb_build_object('user', i."reporter", 'what', r."number"::int))
    from "Issue" i join "Issue" r on r."objectId" = coalesce(i."duplicateOf", i."objectId")
    where i."objectId" > $1::text and r."confirmedAt" is not null order by i."objectId" limit $2::int8"#;
