// Section E: sessions.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../harness/expectations.mjs';
import { allowed, empty, forEach, outcome, refused, unchanged } from '../answers.mjs';
import { fresh, pointer } from '../attacked.mjs';
import { caughtUp, dialling, everywhere, liveName } from '../live.mjs';
import { row } from '../row.mjs';

const NO_SESSION = ['400/209', '403', '404/101'];

/** The session of a person, as an object. */
async function sessionOf(server, person) {
  return allowed(await server.send('GET', '/sessions/me', { as: person }));
}

row('E125', 'session fixation', ({ both }) =>
  both(async server => {
    const [eve, ada] = [await server.person(), await server.person()];
    const chosen = `r:${'f'.repeat(32)}`;
    const body = { sessionToken: chosen, user: ada.pointer, expiresAt: { __type: 'Date', iso: '2099-01-01T00:00:00.000Z' }, createdWith: { action: 'login', authProvider: 'password' } };
    for (const path of ['/sessions', '/classes/_Session']) {
      const answer = await server.send('POST', path, { as: eve, body });
      if (answer.status === 201) {
        assert.notEqual(answer.body.sessionToken, chosen);
        server.keepSecret(answer.body.sessionToken);
        assert.equal((await server.stored('_Session', answer.body.objectId)).user, eve.id);
        const { user } = allowed(await server.send('GET', '/sessions/me', { as: answer.body.sessionToken }));
        assert.equal(user.objectId, eve.id, 'a session of another user was created');
      } else refused(answer, '400/119', '400/105', '400/102');
      refused(await server.send('POST', path, { body }), '400/119', '400/209', '400/105', '400/102', '403');
    }
    refused(await server.send('GET', '/users/me', { as: chosen }), '400/209');
    const later = await server.sql(`SELECT 1 FROM "_Session" WHERE "expiresAt" > '2098-01-01'`);
    assert.deepEqual(later, []);
  })
);

row('E126', 'session field overwrite', ({ both }) =>
  both(async server => {
    const [eve, ada] = [await server.person(), await server.person()];
    const { objectId } = await sessionOf(server, eve);
    const fields = {
      sessionToken: 'r:chosen',
      expiresAt: { __type: 'Date', iso: '2099-01-01T00:00:00.000Z' },
      createdWith: { action: 'x' },
      user: ada.pointer,
      installationId: 'other',
      ACL: { '*': { read: true, write: true } },
      _session_token: 'r:chosen',
    };
    await unchanged(server, '_Session', () =>
      forEach(Object.keys(fields), async field => {
        for (const path of [`/sessions/${objectId}`, `/classes/_Session/${objectId}`]) {
          refused(await server.send('PUT', path, { as: eve, body: { [field]: fields[field] } }), '400/105', '400/119');
        }
        // A place inside a field is the field.
        for (const [inside, value] of [['action', 'x'], ['keepsEnd', { __op: 'Delete' }], ['objectId', ada.id], ['a.b', { __op: 'Increment', amount: 1 }]]) {
          refused(await server.send('PUT', `/sessions/${objectId}`, { as: eve, body: { [`${field}.${inside}`]: value } }), '400/105', '400/119', '400/111');
        }
      })
    );
    const made = await server.send('POST', '/sessions', { as: eve, body: { 'createdWith.action': 'login', 'expiresAt.iso': '2099-01-01T00:00:00.000Z', 'user.objectId': ada.id } });
    if (made.status !== 201) return void refused(made, '400/105', '400/119', '400/111');
    server.keepSecret(made.body.sessionToken);
    const { createdWith, user } = await server.stored('_Session', made.body.objectId);
    assert.deepEqual([createdWith, user], [{ action: 'create' }, eve.id]);
  })
);

row('E127', 'foreign session write or delete', ({ both }) =>
  both(async server => {
    const [eve, ada] = [await server.person(), await server.person()];
    const { objectId } = await sessionOf(server, ada);
    await unchanged(server, '_Session', async () => {
      for (const path of [`/sessions/${objectId}`, `/classes/_Session/${objectId}`]) {
        for (const as of [eve, undefined]) {
          refused(await server.send('PUT', path, { as, body: { x: 1 } }), NO_SESSION, '400/119', '400/105');
          refused(await server.send('DELETE', path, { as }), NO_SESSION, '400/119');
          refused(await server.send('GET', path, { as }), NO_SESSION, '400/119');
        }
      }
    });
    allowed(await server.send('GET', '/users/me', { as: ada }));
  })
);

row('E128', 'listing sessions', ({ both }) =>
  both(async server => {
    const [eve, ada] = [await server.person(), await server.person()];
    for (const path of ['/sessions', '/classes/_Session']) {
      const mine = allowed(await server.send('GET', path, { as: eve })).results;
      assert.ok(mine.length > 0 && mine.every(({ user }) => user.objectId === eve.id), 'sessions of others are listed');
      for (const where of [{ user: ada.pointer }, { $or: [{ user: ada.pointer }, { user: pointer('_User', 'x') }] }, { user: { $ne: eve.pointer } }]) {
        empty(await server.send('GET', path, { as: eve, query: { where } }));
      }
      const { count } = allowed(await server.send('GET', path, { as: eve, query: { count: 1, limit: 0 } }));
      assert.equal(count, mine.length, 'sessions of others are counted');
      refused(await server.send('GET', path), '400/209', '403');
    }
  })
);

row('E129', 'token guessing by pattern', { note: 'a token column that cannot be asked about is 105 or 119, or one that is compared only with the caller\'s own sessions' }, ({ both }) =>
  both(async server => {
    const [eve, ada] = [await server.person(), await server.person()];
    const patterns = [{ $regex: '^r:' }, { $ne: 'x' }, { $gt: 'r:' }, { $exists: true }, { $in: [ada.token] }, ada.token];
    await forEach(patterns, async pattern => {
      for (const [path, fields] of [['/classes/_Session', ['sessionToken', '_session_token']], ['/sessions', ['sessionToken']], ['/users', ['sessionToken', '_session_token', '_perishable_token', '_email_verify_token', '_hashed_password']]]) {
        for (const field of fields) {
          for (const where of [{ [field]: pattern }, { $or: [{ [field]: pattern }] }]) {
            const answer = await server.send('GET', path, { as: eve, query: { where } });
            if (answer.status === 200) {
              const foreign = answer.body.results.filter(({ user, objectId }) => (user?.objectId ?? objectId) !== eve.id);
              assert.deepEqual(foreign, [], answer.asked);
              const isNegation = pattern.$ne !== undefined;
              assert.ok(path !== '/users' || isNegation || answer.body.results.length === 0, `${answer.asked} matched`);
            } else refused(answer, '400/105', '400/119', '400/102', '403');
            refused(await server.send('GET', path, { query: { where } }), '400/105', '400/119', '400/102', '400/209', '403', ...(path === '/users' ? ['200'] : []));
          }
        }
      }
    });
    const inner = { user: { $inQuery: { className: '_Session', where: { sessionToken: { $regex: '^r:' } } } } };
    const Thing = await server.classWith({ fields: { user: { type: 'Pointer', targetClass: '_Session' } } });
    const nested = await server.send('GET', `/classes/${Thing}`, { as: eve, query: { where: inner } });
    if (nested.status === 200) empty(nested);
    else refused(nested, '400/105', '400/119', '400/102');
  })
);

row('E130', 'protected session fields', async ({ server }) => {
  const server_ = await server('protected');
  const ada = await server_.person();
  const { objectId } = allowed(await server_.send('GET', '/sessions/me', { as: ada }));
  for (const path of ['/sessions/me', `/sessions/${objectId}`, `/classes/_Session/${objectId}`]) {
    const session = allowed(await server_.send('GET', path, { as: ada }));
    assert.deepEqual([session.createdWith, session.installationId], [undefined, undefined], `${path} shows protected fields`);
  }
  const [listed] = allowed(await server_.send('GET', '/sessions', { as: ada })).results;
  assert.deepEqual([listed.createdWith, listed.installationId], [undefined, undefined]);
  refused(await server_.send('GET', '/sessions', { as: ada, query: { where: { installationId: { $exists: true } } } }), '400/119');
});

row('E131', 'expired token from cache', { slow: true }, async ({ server }) => {
  const short = await server('short-sessions');
  const ada = await short.person();
  const began = Date.now();
  let last;
  // Asked again and again, so that the session is in the cache all the time.
  while (Date.now() - began < 4000) {
    const asked = Date.now();
    last = await short.send('GET', '/users/me', { as: ada });
    if (asked - began > 1200) refused(last, '400/209');
    await pause(50);
  }
  refused(last, '400/209');
});

row('E132', 'revoked token on another node', async ({ server }) => {
  const [a, b] = [await server('product'), await server('product-again')];
  const ada = await a.person();
  allowed(await a.send('GET', '/users/me', { as: ada }));
  allowed(await b.send('GET', '/users/me', { as: ada }));
  allowed(await a.send('POST', '/logout', { as: ada, body: {} }));
  refused(await a.send('GET', '/users/me', { as: ada }), '400/209');
  await eventually(async () => outcome(await b.send('GET', '/users/me', { as: ada })) === '400/209', 'the end of the session on the other node', 5000);
});

/** Ways in which a session ends; each is given its owner, by whom it is ended, and the id of the session. */
const ENDINGS = {
  'a logout': (server, ada) => server.send('POST', '/logout', { as: ada, body: {} }),
  'a deleted session': (server, _, session) => server.send('DELETE', `/sessions/${session}`, { key: 'master' }),
  'a new password': (server, ada) => server.send('PUT', `/users/${ada.id}`, { key: 'master', body: { password: server.keepSecret(`${ada.password}-2`) } }),
  'a deleted account': (server, ada) => server.send('DELETE', `/users/${ada.id}`, { key: 'master' }),
};

/** A socket that was dialled, on whichever node, must not outlive a session that is ended on `server`. */
async function endsWithTheSession(server, dial, end) {
  const ada = await server.person();
  const { objectId } = await sessionOf(server, ada);
  const Thing = await server.classWith({ name: liveName(), fields: { title: 'String' } });
  const [hers, witness] = [await dial.connected({ as: ada }), await dial.connected()];
  // Her session came with the socket, and with one subscription.
  const lists = [await hers.subscribe(Thing), await hers.subscribe(Thing, {}, { sessionToken: ada.token })];
  const proof = await witness.subscribe(Thing);
  const { id } = await server.object(Thing, { title: 'hers', ACL: { [ada.id]: { read: true } } });
  for (const list of lists) await hers.event(list, id);
  allowed(await end(server, ada, objectId));
  const isTheEnd = list => ({ op, code, requestId }) => op === 'error' && code === 209 && requestId === list;
  const over = lists.map(list => hers.heard(isTheEnd(list), { ms: 5000, what: 'the end of the subscription' }).catch(error => (hers.isOpen ? Promise.reject(error) : undefined)));
  await Promise.all(over);
  const told = hers.events().length;
  for (const ACL of [{ [ada.id]: { read: true } }, { '*': { read: true } }]) await server.object(Thing, { title: 'after the end', ACL });
  await caughtUp(server, witness, proof, Thing);
  if (hers.isOpen) {
    const answer = await hers.ask({ className: Thing }, { sessionToken: ada.token });
    assert.deepEqual([answer.op, answer.code], ['error', 209]);
  }
  assert.equal(hers.events().length, told, 'something was sent after the end of the session');
}

row('E133', 'socket outlives the session', async context => {
  await everywhere((server, dial) => forEach(Object.keys(ENDINGS), name => endsWithTheSession(server, dial, ENDINGS[name])))(context);
  const [a, b] = [await context.server('live-product'), await context.server('live-product-again')];
  await dialling(b, (_, dial) => forEach(Object.keys(ENDINGS), name => endsWithTheSession(a, dial, ENDINGS[name])));
});

row('E134', 'user id shaped like a role', async ({ server }) => {
  const custom = await server('custom-ids');
  await unchanged(custom, ['_User', '_Session'], async () => {
    for (const objectId of ['role:admin', '*', 'role:', 'Role:x']) {
      const body = { objectId, username: fresh('u'), password: 'Nv7-0123456789ab' };
      const answer = await custom.send('POST', '/users', { body });
      if (objectId === 'Role:x' && answer.status === 201) {
        allowed(await custom.send('DELETE', `/users/${encodeURIComponent(objectId)}`, { key: 'master' }));
      } else refused(answer, '400/119', '400/104', '400/105', '400/107', '400/162');
    }
  });
  // One that exists already, as an older server may have accepted.
  const ada = await custom.person();
  const Secret = await custom.classWith();
  const hidden = await custom.object(Secret, { ACL: { 'role:admin': { read: true, write: true } } });
  await custom.sql(`UPDATE "_User" SET "objectId" = 'role:admin' WHERE "objectId" = $1`, [ada.id]);
  await custom.sql(`UPDATE "_Session" SET "user" = 'role:admin' WHERE "user" = $1`, [ada.id]);
  const logged = await custom.logIn(ada);
  for (const token of [ada.token, logged.body?.sessionToken].filter(Boolean)) {
    const answer = await custom.send('GET', hidden.path, { as: token, mayFail: true });
    refused(answer, '400/209', '500/1', '404/101', '400/119');
  }
  const upgraded = await custom.send('POST', '/upgradeToRevocableSession', { as: ada, body: {}, mayFail: true });
  refused(upgraded, '400/209', '500/1', '404/101', '400/119');
});

row('E135', 'installation id collision', ({ both }) =>
  both(async server => {
    const [eve, ada] = [await server.person(), await server.person()];
    allowed(await server.send('GET', '/users/me', { as: ada }));
    const stolen = await server.logIn(eve, { installation: ada.installation, from: eve.address });
    allowed(stolen);
    allowed(await server.send('GET', '/users/me', { as: ada }));
    const [{ count }] = await server.sql(`SELECT count(*)::int AS count FROM "_Session" WHERE "user" = $1`, [ada.id]);
    assert.equal(count, 1, 'the victim was signed out');
    const again = await server.logIn(eve, { installation: ada.installation, from: eve.address });
    allowed(again);
    refused(await server.send('GET', '/users/me', { as: stolen.body.sessionToken }), '400/209');
  })
);

row('E136', 'parallel logouts', { note: 'a session that is over by then is 209, as with Parse Server' }, ({ both }) =>
  both(async server => {
    const ada = await server.person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.send('POST', '/logout', { as: ada, body: {} })));
    for (const answer of answers) refused(answer, '200', '400/209');
    assert.ok(answers.some(({ status }) => status === 200));
    refused(await server.send('GET', '/users/me', { as: ada }), '400/209');
  })
);

row('E137', 'token in a URL', ({ both }) =>
  both(async server => {
    const ada = await server.person();
    for (const name of ['sessionToken', '_SessionToken', 'X-Parse-Session-Token', 'token', 'access_token', '_session_token']) {
      refused(await server.send('GET', '/users/me', { query: { [name]: ada.token } }), '400/209', '400/102', '403');
      refused(await server.send('PUT', `/users/${ada.id}?${name}=${ada.token}`, { body: { phone: 'stolen' } }), '400/209', '404/101', '400/206', '400/119', '403', '400/102');
    }
    refused(await server.send('GET', '/schemas', { query: { _MasterKey: server.keys.masterKey, masterKey: server.keys.masterKey } }), '403', '400/102');
    refused(await server.send('GET', '/users/me', { headers: { Cookie: `sessionToken=${ada.token}` } }), '400/209');
    refused(await server.send('GET', '/users/me', { headers: { Authorization: `Bearer ${ada.token}` } }), '400/209', '403');
    assert.equal((await server.stored('_User', ada.id)).phone ?? null, null);
  })
);

row('E138', 'disabled user', { note: 'there is no flag for it: an operator deletes the account, or a rule refuses the login' }, ({ both }) =>
  both(async server => {
    const ada = await server.person();
    allowed(await server.send('GET', '/users/me', { as: ada }));
    allowed(await server.send('DELETE', `/users/${ada.id}`, { key: 'master' }));
    refused(await server.send('GET', '/users/me', { as: ada }), '400/209');
    refused(await server.logIn(ada), '404/101');
    assert.deepEqual(await server.sql(`SELECT 1 FROM "_Session" WHERE "user" = $1`, [ada.id]), []);
    const eve = await server.person();
    allowed(await server.send('PUT', `/users/${eve.id}`, { key: 'master', body: { banned: true } }));
    await unchanged(server, '_Session', async () => refused(await server.logIn(eve), '404/101'));
  })
);

row('E139', 'session farm', async ({ server }) => {
  const product = await server('product');
  const ada = await product.person();
  for (let login = 0; login < 30; login += 1) {
    // From many addresses and, so that the account's own allowance is not what stops it, as an operator would.
    const answer = await product.send('POST', '/loginAs', { key: 'master', body: { userId: ada.id } });
    product.keepSecret(allowed(answer).sessionToken);
  }
  const [{ count }] = await product.sql(`SELECT count(*)::int AS count FROM "_Session" WHERE "user" = $1`, [ada.id]);
  assert.ok(count <= 20, `${count} sessions of one user are alive`);
  refused(await product.send('GET', '/users/me', { as: ada }), '400/209');
});
