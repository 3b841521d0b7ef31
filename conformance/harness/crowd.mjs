// Many testers, created in the database: sign-up is slow on purpose and is not what is tested here.
import { randomBytes } from 'node:crypto';
import { fresh } from './names.mjs';

const COPY = `
  insert into "_User" select (jsonb_populate_record(null::"_User", to_jsonb(u) || jsonb_build_object(
    'objectId', c.id, 'username', 'crowd-' || c.id, 'personId', c.id, 'trustLevel', 3, 'trustPinned', true,
    '_rperm', jsonb_build_array(c.id), '_wperm', jsonb_build_array(c.id)))).*
  from "_User" u, unnest($2::text[]) c(id) where u."objectId" = $1`;

async function inGroups(items, size, work) {
  const done = [];
  for (let start = 0; start < items.length; start += size) {
    done.push(...(await Promise.all(items.slice(start, start + size).map(work))));
  }
  return done;
}

/** A session of a user, by the master key. */
export async function sessionOf(send, id) {
  const { status, text, body } = await send('POST', '/loginAs', { key: 'master', query: { userId: id } });
  if (status !== 200) throw new Error(`${id} has no session: ${text}`);
  return body.sessionToken;
}

/** Testers whom the programme trusts, each with a session. */
export async function crowd({ send, sql }, count) {
  const made = await send('POST', '/users', { body: { username: fresh('first-'), password: 'correct horse battery' } });
  if (made.status !== 201) throw new Error(`sign-up failed: ${made.text}`);
  const ids = Array.from({ length: count }, () => randomBytes(5).toString('hex'));
  await sql(COPY, [made.body.objectId, ids]);
  return inGroups(ids, 50, async id => ({ id, token: await sessionOf(send, id) }));
}
