// The scan of all users that finds accounts of one person, beside whatever else is going on.
import { setTimeout as pause } from 'node:timers/promises';

/** What a scan of 50,000 testers may take, in milliseconds. */
const TARGET = 60_000;
// Tasks are looked at once a minute.
const BEGINS_WITHIN_MS = 90_000;

/**
 * What the demo does not make up: for each tester eight visits in their own browser, one of forty from the same network,
 * and a wallet, paid by an exchange, by a user who paid twenty others on one day, or by a separate user.
 */
export async function plant(pool) {
  await pool.query(`insert into _touchstone.visit ("user", device, network, began, ended)
    select id, 'device-' || id, 'network-' || at / 40, t, t + interval '12 minutes'
    from (select "objectId" as id, row_number() over (order by md5("objectId")) as at from "_User" where not coalesce("isAdmin", false)) one,
      generate_series(1, 8) n, lateral (select now() - n * interval '3 days' + (at * 7919 % 1440) * interval '1 minute' as t) m`);
  await pool.query(`insert into "_EthAddress" ("objectId", "createdAt", "updatedAt", "user")
    select '0x' || left(md5("objectId") || md5('w' || "objectId"), 40), now(), now(), "objectId" from "_User" where not coalesce("isAdmin", false)
    on conflict do nothing`);
  await pool.query(`insert into _touchstone.wallet_funding (address, kind, network, funder, block, at, value, looked_at)
    select address, 'direct', 'stage', funder, at, now() - interval '60 days' + at / 20 * interval '7 minutes' + at % 20 * interval '1 hour',
      (1000000000 + at)::text, now()
    from (select "objectId" as address, row_number() over (order by md5("objectId")) as at from "_EthAddress") wallet,
      lateral (select case at % 3 when 0 then '0xexchange' when 1 then '0xsomebody' || at / 20 else '0xown' || at end as funder) f
    on conflict do nothing`);
  await pool.query(`insert into _touchstone.funder (address, sent, is_contract, looked_at)
    select distinct funder, case funder when '0xexchange' then 250000 else 40 end, false, now() from _touchstone.wallet_funding
    on conflict do nothing`);
  await pool.query('analyze');
}

/** Lets the next scan begin, waits for its end and prints how it went; gives whether it was fast enough. */
export async function scan(pool) {
  await pool.query('delete from _touchstone.risk_scan');
  const deadline = Date.now() + BEGINS_WITHIN_MS + 2 * TARGET;
  for (;;) {
    const { rows: [done] } = await pool.query('select testers::int, millis::int, pairs::int, cases::int from _touchstone.risk_scan');
    if (done) {
      const isMet = done.millis <= TARGET;
      console.log(
        `risk scan of ${done.testers} testers: ${(done.millis / 1000).toFixed(1)} s of ${TARGET / 1000}, ${done.pairs} pairs compared, ` +
          `${done.cases} cases   ${isMet ? 'ok' : 'MISSED'}`
      );
      return isMet;
    }
    if (Date.now() > deadline) {
      console.log('risk scan: MISSED, it did not end');
      return false;
    }
    await pause(200);
  }
}
