// A season of many testers, made final, and its payout by a running server.
import pg from 'pg';
import { databaseName, databaseUrl } from '../harness/database.mjs';
import { launch } from '../harness/launch.mjs';
import { signedIn } from '../harness/programme.mjs';
import { wire } from '../harness/wire.mjs';
import { testerKey } from './chain.mjs';

const CONFIGURATION = 'payout';
const WHY = 'Took part in the season of the suite.';

/** Testers with wallets, as signing in with each would leave them. */
async function people(count) {
  const client = new pg.Client({ connectionString: databaseUrl(databaseName(CONFIGURATION)) });
  await client.connect();
  const rows = Array.from({ length: count }, (_, number) => ({
    id: `payout${String(number).padStart(6, '0')}`, address: testerKey(number).address.toLowerCase(),
  }));
  await client.query(
    `insert into "_User" ("objectId", "createdAt", "updatedAt", "username", "personId", "status", "isAdmin", "payoutAddress", "_rperm", "_wperm")
     select r.id, now(), now(), r.id, r.id, 'active', false, r.address, '{*}', '{}' from jsonb_to_recordset($1::jsonb) as r(id text, address text)`,
    [JSON.stringify(rows)],
  );
  await client.end();
  return rows;
}

/** A server whose first season is over: so many testers have points. */
export async function finalSeason(count) {
  const server = await launch('touchstone', CONFIGURATION);
  const administrator = await signedIn(wire(server));
  const testers = await people(count);
  for (const [number, { id }] of testers.entries()) {
    const amount = 5 + ((number * 7919) % 900);
    await administrator('pointsAdjust', { user: id, amount, reason: WHY, rule: 'manual' });
  }
  for (const state of ['review', 'final']) await administrator('seasonSetState', { number: 1, state });
  // Publishing asks for a fresh sign-in.
  return { administrator: await signedIn(wire(server)), testers };
}

/** Builds and publishes a payout. */
export async function paid(administrator, rules) {
  const preview = await administrator('rewardPreview', rules);
  if (preview.problems.length) throw new Error(JSON.stringify(preview.problems));
  const built = await administrator('rewardBuild', rules);
  const { export: published } = await administrator('rewardPublish', { export: built.export.id, words: `publish season ${rules.season}` });
  return { ...published, preview };
}

/** A file of a payout, its parts joined. */
export async function file(administrator, { id }, kind) {
  let text = '';
  for (let part = 1; ; part++) {
    const answer = await administrator('rewardFile', { export: id, kind, part });
    text += answer.text;
    if (part === answer.parts) return text;
  }
}
