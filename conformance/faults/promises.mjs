// What must be true of the tables at any instant, asked of the database itself and in one statement, so in one snapshot.
import assert from 'node:assert/strict';

/** One row for each contradiction. */
const CONTRADICTIONS = `
  select 'I1 a total is not the sum of its entries' as what, coalesce(s."personId", e.person) as who
  from "Standing" s full join (
    select "season" as season, "personId" as person, sum("amount") as total from "PointsEntry" group by 1, 2) e
    on e.season = s."season" and e.person = s."personId"
  where coalesce(s."total", 0) <> coalesce(e.total, 0)
  union all
  select 'I2 an entry does not continue the one before', e."season" || '.' || e."seq" from (
    select "season", "seq", "prevHash",
      lag("hash") over (partition by "season" order by "seq") as before, row_number() over (partition by "season" order by "seq") as place
    from "PointsEntry") e
  where e."seq" <> e.place or (e.place > 1 and e."prevHash" is distinct from e.before)
  union all
  select 'I2 an entry is reversed twice, or is no mirror', r."season" || '.' || r."reversalOf"
  from "PointsEntry" r left join "PointsEntry" o on o."season" = r."season" and o."seq" = r."reversalOf"
  where r."reversalOf" is not null
  group by r."season", r."reversalOf" having count(*) > 1 or sum(r."amount") <> -sum(o."amount")
  union all
  select 'I3 a vote stands twice', "user" || ' ' || "issue" from "Vote" group by "user", "issue" having count(*) > 1
  union all
  select 'I3 a key was paid twice', "idemKey" from "PointsEntry" where "idemKey" is not null group by "season", "idemKey" having count(*) > 1`;

/** What contradicts the promises in this instant; nothing, if all is well. */
export async function contradictions(sql) {
  return (await sql(CONTRADICTIONS)).map(({ what, who }) => `${what}: ${who}`);
}

/** The same at the end, and what the product says of itself: its own look-up of promises, and both chains. */
export async function soundInTheEnd(fleet, node = fleet.up[0]) {
  assert.deepEqual(await contradictions((...asked) => fleet.sql(...asked)), []);
  const call = async (name, body = {}) => {
    const answer = await node.send('POST', `/functions/${name}`, { token: fleet.keeper.token, body });
    assert.equal(answer.status, 200, `${name}: ${answer.text}`);
    return answer.body.result;
  };
  assert.deepEqual((await call('invariantsCheck')).differences, []);
  assert.equal((await call('ledgerVerify', { season: 1 })).ok, true, 'the ledger does not verify');
  assert.equal((await call('audit')).chain.ok, true, 'the record does not verify');
}
