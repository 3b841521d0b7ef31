// A programme with 200 missions and a million submissions, and what testers and administrators ask of them.
import { ask } from './load.mjs';

const MISSIONS = 200;
const STEPS = 5;

const one = (list, number) => list[number % list.length];

const mission = number => ({
  title: `Try the swap, part ${number + 1}`, brief: 'Tell us how it went.', kind: 'survey', points: 20, review: { mode: 'manual' },
  steps: Array.from({ length: STEPS }, (_, place) => ({ id: `s${place}`, text: `Step ${place + 1}`, type: 'do', required: true })),
});

/**
 * Publishes the missions, and hands in for one tester of ten in each of them, in the first for all users. Of ten that
 * began eight have been approved, one waits to be looked at, and one has stopped half way. Gives the missions' ids.
 */
export async function plant(programme, keeper) {
  const ids = [];
  for (let number = 0; number < MISSIONS; number++) {
    const { mission: { id } } = await ask(programme, 'missionSave', mission(number), keeper);
    await ask(programme, 'missionSetState', { mission: id, state: 'live' }, keeper);
    ids.push(id);
  }
  const client = await programme.pool.connect();
  // Nothing listens yet: a million changes need not be sent one by one.
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `insert into "Submission" ("objectId", "createdAt", "updatedAt", "mission", "user", "personId", "state", "answers", "progress", "attachments",
       "attempt", "paid", "startedAt", "submittedAt", "decidedAt", "reviewWhy", "_rperm", "_wperm")
     select left(md5(m.id || u."objectId"), 20), t, t, m.id, u."objectId", u."personId", s.state, '{}', s.progress, '[]', 1,
       case s.state when 'approved' then 20 else 0 end, t, case when s.state <> 'started' then t + interval '20 minutes' end,
       case s.state when 'approved' then t + interval '1 day' end, case s.state when 'needs_review' then 'manual' end,
       array[u."objectId", 'role:administrators'], '{}'
     from unnest($1::text[]) with ordinality m(id, place)
       join "_User" u on not coalesce(u."isAdmin", false) and (m.place = 1 or hashtext(m.id || u."objectId") % 10 = 0),
       lateral (select now() - abs(hashtext(u."objectId" || m.id) % 43200) * interval '1 minute' as t, abs(hashtext('s' || u."objectId" || m.id)) % 10 as dice) h,
       lateral (select case h.dice when 0 then 'started' when 1 then 'needs_review' else 'approved' end as state,
         (select jsonb_object_agg('s' || n, jsonb_build_object('state', case when h.dice = 0 and n > 2 then 'open' else 'done' end, 'at', null))
           from generate_series(0, ${STEPS - 1}) n) as progress) s`,
    [ids]
  );
  await client.query(
    `update _touchstone.mission_places p set taken = (select count(*) from "Submission" s where s."mission" = p.mission)`
  );
  await client.query(`set session_replication_role = default`);
  await client.query('analyze "Submission"');
  const { rows: [{ count }] } = await client.query('select count(*)::int from "Submission"');
  client.release();
  console.log(`${MISSIONS} missions, ${count} submissions, ${(await size(programme.pool)) >> 20} MB`);
  return ids;
}

async function size(pool) {
  const { rows } = await pool.query(`select pg_total_relation_size('"Submission"')::float8 as bytes`);
  return rows[0].bytes;
}

/** The kinds of calls: how many a second, and the p99, in milliseconds. */
export function missionKinds({ tokens, keepers, ids }) {
  const token = number => one(tokens, number * 7);
  const keeper = number => one(keepers, number);
  const all = [
    { name: 'missions of a tester', rate: 50, target: 120, next: n => ({ name: 'missionList', params: {}, token: token(n) }) },
    { name: 'one mission', rate: 100, target: 60, next: n => ({ name: 'missionGet', params: { mission: one(ids, n) }, token: token(n) }) },
    { name: 'missions to look after', rate: 5, target: 300, next: n => ({ name: 'missionAdminList', params: {}, token: keeper(n) }) },
    { name: 'funnel of a mission', rate: 2, target: 500, next: n => ({ name: 'missionFunnel', params: { mission: ids[1 + (n % (ids.length - 1))] }, token: keeper(n) }) },
    { name: 'funnel, 50,000 began', rate: 1, target: 1000, next: n => ({ name: 'missionFunnel', params: { mission: ids[0] }, token: keeper(n) }) },
    { name: 'submissions to review', rate: 5, target: 300, next: n => ({ name: 'submissionQueue', params: { limit: 50 }, token: keeper(n) }) },
  ];
  return all.map(kind => ({ ...kind, warmUp: { rate: Math.min(kind.rate, 10), seconds: 2 } }));
}
