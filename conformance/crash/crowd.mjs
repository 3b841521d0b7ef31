// Many people at once, made in the database: signing up takes time on purpose, and is not what is tried here.
import { randomBytes } from 'node:crypto';
import { fresh } from '../harness/names.mjs';

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

/** So many testers whom the programme trusts, each with a session. */
export async function crowd(server, count) {
  const password = 'correct horse battery';
  const made = await server.send('POST', '/users', { body: { username: fresh('first-'), password } });
  if (made.status !== 201) throw new Error(`nobody can sign up: ${made.text}`);
  const ids = Array.from({ length: count }, () => randomBytes(5).toString('hex'));
  await server.sql(COPY, [made.body.objectId, ids]);
  return inGroups(ids, 50, async id => {
    const answer = await server.send('POST', '/loginAs', { key: 'master', query: { userId: id } });
    if (answer.status !== 200) throw new Error(`${id} has no session: ${answer.text}`);
    return { id, token: answer.body.sessionToken };
  });
}
