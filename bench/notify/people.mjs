// People whom a release concerns, written into the database: signing up, reporting and voting are not what is measured.

// Beside the list of rows, not within the list of columns, where it would be called for each of them.
const PEOPLE = `
  insert into "_User" select person.*
  from (select * from "_User" where not "isAdmin" and "status" = 'active' limit 1) u, generate_series($1::int, $2::int) n,
    lateral jsonb_populate_record(null::"_User", to_jsonb(u) || jsonb_build_object(
      'objectId', 'p' || lpad(n::text, 9, '0'), 'username', 'concerned-' || n, 'personId', 'p' || lpad(n::text, 9, '0'),
      'email', case when $3 then 'concerned-' || n || '@people.test' end, 'emailVerified', $3,
      '_rperm', jsonb_build_array('p' || lpad(n::text, 9, '0')), '_wperm', jsonb_build_array('p' || lpad(n::text, 9, '0')))) person`;

const VOTES = `
  insert into "Vote" ("objectId", "createdAt", "updatedAt", "issue", "user", "at", "proof")
  select 'v' || lpad(n::text, 9, '0'), now(), now(), $3, 'p' || lpad(n::text, 9, '0'), now(), false
  from generate_series($1::int, $2::int) n`;

const REACH = `
  insert into "IssueReach" ("objectId", "createdAt", "updatedAt", "root", "personId", "proof", "firstAt")
  select 'r' || lpad(n::text, 9, '0'), now(), now(), $3, 'p' || lpad(n::text, 9, '0'), false, now()
  from generate_series($1::int, $2::int) n`;

const PAGE = 20_000;

/** Makes an issue that is fixed concern so many people; gives its number, its build, and other issues to look at. */
export async function concern(pool, people, { hasMail }) {
  const { rows: builds } = await pool.query(`select "objectId" as id from "Build" where "state" = 'active' and "version" <> 'unknown' order by "ordinal" desc limit 1`);
  const { rows: fixed } = await pool.query(
    `select "objectId" as id, "number"::int as number from "Issue"
     where "status" = 'fixed' and "visibility" = 'programme' and "duplicateOf" is null order by "number" limit 1`
  );
  if (fixed.length === 0) throw new Error('nothing is fixed in this programme');
  const client = await pool.connect();
  try {
    // What triggers keep beside each row is not what is measured, and writing it would take an hour.
    await client.query('set session_replication_role = replica');
    for (let first = 1; first <= people; first += PAGE) {
      const last = Math.min(first + PAGE - 1, people);
      await client.query(PEOPLE, [first, last, hasMail]);
      for (const text of [VOTES, REACH]) await client.query(text, [first, last, fixed[0].id]);
    }
    await client.query('set session_replication_role = default');
    await client.query('vacuum analyze "_User", "Vote", "IssueReach"');
  } finally {
    client.release();
  }
  const { rows: others } = await pool.query(`select "number"::int as number from "Issue" where "visibility" = 'programme' and "objectId" <> $1 order by "number" desc limit 50`, [fixed[0].id]);
  return { number: fixed[0].number, build: builds[0].id, numbers: others.map(({ number }) => number) };
}
