// Section C, first part: sign-up, login, and what they tell.
import assert from 'node:assert/strict';
import bcrypt from 'bcryptjs';
import { alike, allowed, forEach, outcome, refused, unchanged, within } from '../answers.mjs';
import { OPEN, fresh, stranger } from '../attacked.mjs';
import { notApplicable, row } from '../row.mjs';

const SAME = { code: 101, error: 'Invalid username/password.' };
const strong = () => fresh('Nv7-');
const RULE = 'the flag of administrators is the product\'s; the generic half: what a rule of the class refuses is refused at every door';

row('C46', 'sign-up as admin', { note: RULE }, ({ both }) =>
  both(async server => {
    await unchanged(server, ['_User', '_Session'], async () => {
      const body = { username: 'forbidden', password: strong(), isAdmin: true };
      for (const path of ['/users', '/classes/_User']) refused(await server.send('POST', path, { body }), '400/142', '400/119');
      refused(await server.send('POST', '/users', { body: { authData: { proof: { id: fresh(), token: 'wrong' } }, isAdmin: true } }), '404/101', '400/252', '400/119');
      const requests = [{ method: 'POST', path: '/parse/users', body }];
      const batch = await server.send('POST', '/batch', { body: { requests } });
      if (batch.status === 200) assert.ok(batch.body[0].error, batch.text);
    });
  })
);

row('C47', 'self-promotion', { note: RULE }, ({ both }) =>
  both(async server => {
    const eve = await server.person();
    const path = `/users/${eve.id}`;
    const body = { username: 'forbidden' };
    await unchanged(server, '_User', async () => {
      for (const to of [path, `/classes/_User/${eve.id}`]) {
        refused(await server.send('PUT', to, { as: eve, body }), '400/142', '400/119');
        refused(await server.send('POST', to, { as: eve, body: { _method: 'PUT', ...body } }), '400/142', '400/119');
      }
      const batch = await server.send('POST', '/batch', { as: eve, body: { requests: [{ method: 'PUT', path: `/parse${path}`, body }] } });
      if (batch.status === 200) assert.ok(batch.body[0].error, batch.text);
      refused(await server.send('POST', '/classes/_User', { body: { ...body, password: strong() } }), '400/142', '400/119');
    });
    // A field that the class does not have cannot be added by anyone who would profit from it.
    const clp = { ...OPEN, addField: {} };
    allowed(await server.send('PUT', '/schemas/_User', { key: 'master', body: { classLevelPermissions: clp } }));
    const field = fresh('isAdmin');
    await unchanged(server, ['_User', '_SCHEMA'], async () => {
      refused(await server.send('PUT', path, { as: eve, body: { [field]: true } }), '400/119');
      refused(await server.send('PUT', path, { as: eve, body: { [field]: { __op: 'Increment', amount: 1 } } }), '400/119');
      refused(await server.send('POST', '/users', { body: { username: fresh('u'), password: strong(), [field]: true } }), '400/119');
    });
    allowed(await server.send('PUT', '/schemas/_User', { key: 'master', body: { classLevelPermissions: { ...OPEN, addField: { '*': true } } } }));
  })
);

row('C48', 'self-promotion through roles', ({ both }) =>
  both(async server => {
    const [eve, ada] = [await server.person(), await server.person()];
    const role = await server.role([ada], fresh('admins'));
    const Secret = await server.classWith();
    const secret = await server.object(Secret, { ACL: { [`role:${role.name}`]: { read: true } } });
    const add = { __op: 'AddRelation', objects: [eve.pointer] };
    await unchanged(server, ['_Role', '_Join:users:_Role'], async () => {
      for (const to of [role.path, `/classes/_Role/${role.id}`]) {
        refused(await server.send('PUT', to, { as: eve, body: { users: add } }), '404/101', '400/119');
        refused(await server.send('PUT', to, { as: eve, body: { roles: { __op: 'AddRelation', objects: [role.pointer] } } }), '404/101', '400/119');
        refused(await server.send('PUT', to, { as: eve, body: { ACL: { [eve.id]: { write: true } } } }), '404/101', '400/119');
        refused(await server.send('DELETE', to, { as: eve }), '404/101', '400/119');
      }
      const requests = [{ method: 'PUT', path: `/parse${role.path}`, body: { users: add } }];
      const batch = await server.send('POST', '/batch', { as: eve, body: { requests } });
      if (batch.status === 200) assert.ok(batch.body[0].error, batch.text);
    });
    refused(await server.send('GET', secret.path, { as: eve }), '404/101');
    allowed(await server.send('GET', secret.path, { as: ada }));
  })
);

const INTERNAL = {
  _rperm: [], _wperm: ['*'], _hashed_password: '$2b$10$abcdefghijklmnopqrstuv', _session_token: 'r:x', _perishable_token: 'x', _email_verify_token: 'x',
  _failed_login_count: 0, _account_lockout_expires_at: { __type: 'Date', iso: '2001-01-01T00:00:00.000Z' }, _password_history: [], _tombstone: 1,
  _password_changed_at: { __type: 'Date', iso: '2099-01-01T00:00:00.000Z' }, _perishable_token_expires_at: { __type: 'Date', iso: '2099-01-01T00:00:00.000Z' }, _auth_data_proof: { id: 'x' },
};

row('C49', 'internal columns', { note: 'a column of the protocol\'s own may be passed over without a word, as Parse Server does, and must keep its value' }, ({ both }) =>
  both(async server => {
    const eve = await server.person();
    const kept = async id => Object.fromEntries(Object.entries(await server.stored('_User', id)).filter(([name]) => name.startsWith('_')));
    const before = await kept(eve.id);
    await forEach(Object.keys(INTERNAL), async field => {
      const body = { [field]: INTERNAL[field] };
      refused(await server.send('PUT', `/users/${eve.id}`, { as: eve, body }), '400/105', '400/119', '400/107', '200');
      refused(await server.send('PUT', `/classes/_User/${eve.id}`, { as: eve, body }), '400/105', '400/119', '400/107', '200');
      refused(await server.send('PUT', `/users/${eve.id}`, { as: eve, body: { [`${field}.x`]: 1 } }), '400/105', '400/119', '400/107');
      assert.deepEqual(await kept(eve.id), before, 'an internal column was written');
      const password = strong();
      const answer = await server.send('POST', '/users', { body: { username: fresh('u'), password, ...body } });
      refused(answer, '400/105', '400/119', '400/107', '201');
      if (answer.status === 201) {
        const made = await kept(answer.body.objectId);
        assert.match(made._hashed_password, /^\$argon2id/, 'a hash was taken from a body');
        assert.notDeepEqual(made[field], INTERNAL[field], 'an internal column was written');
      }
    });
    allowed(await server.logIn(eve, { from: eve.address }));
  })
);

row('C50', 'verified by decree', ({ both }) =>
  both(async server => {
    const eve = await server.person({ email: `${fresh('eve')}@example.com` });
    await unchanged(server, '_User', async () => {
      for (const emailVerified of [true, false, { __op: 'Delete' }]) {
        refused(await server.send('PUT', `/users/${eve.id}`, { as: eve, body: { emailVerified } }), '400/119');
        refused(await server.send('PUT', `/classes/_User/${eve.id}`, { as: eve, body: { emailVerified } }), '400/119');
      }
      refused(await server.send('POST', '/users', { body: { username: fresh('u'), password: strong(), email: `${fresh('u')}@example.com`, emailVerified: true } }), '400/119');
    });
  })
);

const NEVER_SHOWN = ['_email_verify_token', '_perishable_token', '_hashed_password', '_password_history', '_failed_login_count', '_rperm', '_wperm', '"password":', '_auth_data', 'bcrypt', '$argon2', '$2b$'];

/** Every answer that shows a person, to that person and to others who may look. */
async function looks(server, person) {
  const { path } = { path: `/users/${person.id}` };
  return [
    await server.logIn(person, { from: person.address }),
    await server.send('GET', '/users/me', { as: person }),
    await server.send('GET', path, { as: person }),
    await server.send('GET', path, { key: 'master' }),
    await server.send('GET', '/users', { as: person, query: { where: { objectId: person.id } } }),
    await server.send('GET', '/classes/_User', { key: 'master', query: { where: { objectId: person.id } } }),
    await server.send('POST', '/verifyPassword', { body: { username: person.username, password: person.password }, from: person.address }),
    await server.send('PUT', path, { as: person, body: { phone: '1' } }),
    await server.send('GET', '/sessions/me', { as: person, query: { include: 'user' } }),
    await server.send('GET', '/classes/_User', { key: 'master', query: { keys: '_hashed_password,_email_verify_token,password', where: { objectId: person.id } } }),
    await server.send('GET', '/classes/_Session', { key: 'master', query: { include: 'user', where: { user: person.pointer } } }),
  ];
}

row('C51', 'reading one\'s own verification token', async ({ server }) => {
  const mail = await server('mail');
  const email = `${fresh('ada')}@example.com`;
  const ada = await mail.person({ email });
  await mail.mail.next(email);
  const [{ token }] = await mail.sql('SELECT _email_verify_token AS token FROM "_User" WHERE "objectId" = $1', [ada.id]);
  assert.ok(token, 'there is no token to look for');
  for (const answer of await looks(mail, ada)) {
    for (const word of [...NEVER_SHOWN, token]) assert.ok(!answer.text.includes(word), `${answer.asked} shows ${word}`);
  }
});

row('C52', 'username or password not a string', ({ both }) =>
  both(async server => {
    await unchanged(server, ['_User', '_Session'], async () => {
      for (const wrong of [{ $ne: 1 }, ['a'], 5, true, {}]) {
        refused(await server.send('POST', '/users', { body: { username: wrong, password: strong() } }), '400/200', '400/111', '400/107', '400/121');
        refused(await server.send('POST', '/users', { body: { username: fresh('u'), password: wrong } }), '400/201', '400/111', '400/107', '400/142');
      }
      for (const body of [{ username: '', password: 'x' }, { password: strong() }, { username: fresh('u') }, { username: fresh('u'), password: '' }, { username: null, password: null }]) {
        refused(await server.send('POST', '/users', { body }), '400/200', '400/201', '400/142');
      }
      refused(await server.send('POST', '/users', { body: { username: fresh('u'), password: strong(), email: { $ne: 1 } } }), '400/125', '400/111', '400/107', '400/121');
    });
  })
);

row('C53', 'operator injection on login', { note: 'a name that is not text is 200, 201 or 101, never a match' }, ({ both }) =>
  both(async server => {
    const ada = await server.person();
    await unchanged(server, '_Session', async () => {
      for (const username of [{ $regex: '^user' }, { $ne: '' }, { $in: [ada.username] }, [ada.username]]) {
        for (const password of [{ $ne: '' }, { $regex: '' }, ada.password, ['x']]) {
          refused(await server.send('POST', '/login', { body: { username, password } }), '404/101', '400/200', '400/201', '400/107');
        }
      }
      refused(await server.send('POST', '/login', { body: { username: ada.username, password: { $ne: '' } } }), '404/101', '400/200', '400/201', '400/107');
      refused(await server.send('GET', '/login?username[$ne]=x&password[$ne]=x'), '404/101', '400/200', '400/201', '400/107', '400/102');
      refused(await server.send('POST', '/verifyPassword', { body: { username: { $ne: 1 }, password: { $ne: 1 } } }), '404/101', '400/200', '400/201', '400/107');
      refused(await server.send('POST', '/login', { body: { email: { $regex: '@' }, password: ada.password } }), '404/101', '400/200', '400/201', '400/107');
    });
  })
);

row('C54', 'login with empty values', ({ both }) =>
  both(async server => {
    await unchanged(server, '_Session', async () => {
      for (const body of [{ username: '', password: '' }, { password: 'x' }, { email: 'a@b.c' }, { username: 'x' }, {}, { username: 'x', password: '' }, { username: '', password: 'x' }, { username: null, password: null }]) {
        refused(await server.send('POST', '/login', { body }), '400/200', '400/201', '404/101');
      }
    });
  })
);

row('C55', 'existence by timing', { alone: true, note: 'bound: medians of 24 calls each within 30 % of each other; a hash costs far more than that' }, async ({ server }) => {
  const parse = await server('parse');
  const known = await parse.person();
  // A user who has no password at all: signed in by a proof.
  const id = fresh('wallet');
  const wallet = allowed(await parse.send('POST', '/users', { body: { authData: { proof: { id, token: `token-for-${id}` } } } }));
  const { username } = await parse.stored('_User', wallet.objectId);
  const attempt = name => () => parse.send('POST', '/login', { body: { username: name, password: 'a wrong password' } });
  const answers = await alike({ known: attempt(known.username), unknown: attempt(fresh('missing')), wallet: attempt(username) }, { calls: 24, share: 0.3 });
  for (const answer of answers) assert.deepEqual(answer.body, SAME);
});

row('C56', 'existence by message', async ({ server }) => {
  const parse = await server('parse');
  const ada = await parse.person();
  const wrong = await parse.send('POST', '/login', { body: { username: ada.username, password: 'wrong' } });
  const unknown = await parse.send('POST', '/login', { body: { username: fresh('missing'), password: 'wrong' } });
  assert.deepEqual([outcome(wrong), wrong.text], [outcome(unknown), unknown.text]);
  const strict = await server('mail-strict');
  const body = { username: fresh('bob'), password: strong(), email: `${fresh('bob')}@example.com` };
  allowed(await strict.send('POST', '/users', { body }));
  const guess = await strict.send('POST', '/login', { body: { ...body, password: 'wrong' } });
  assert.deepEqual(guess.body, SAME, 'an unverified account can be recognised before the password is right');
  refused(await strict.send('POST', '/login', { body: { username: body.username, password: body.password } }), '400/205');
});

row('C57', 'parallel guessing past the lockout', { note: 'a locked account is reported as Parse Server tells it; 200 guesses at once count as at most ten' }, async ({ server }) => {
  const lockout = await server('lockout');
  const ada = await lockout.person();
  const guesses = await Promise.all(
    Array.from({ length: 200 }, (_, index) => lockout.send('POST', '/login', { body: { username: ada.username, password: `guess ${index}` }, mayFail: true, timeout: 80_000 }))
  );
  for (const guess of guesses) refused(guess, '404/101', '503', '503/100', '429/100', '429/155');
  const plain = guesses.filter(({ body }) => body?.error === SAME.error).length;
  assert.ok(plain <= 10, `${plain} guesses reached the password`);
  const { _failed_login_count } = await lockout.stored('_User', ada.id);
  assert.ok(_failed_login_count >= 10, `the counter says ${_failed_login_count}`);
  await unchanged(lockout, '_Session', async () => refused(await lockout.logIn(ada), '404/101'));
});

row('C58', 'lockout as a weapon', async ({ server }) => {
  const product = await server('product');
  const ada = await product.person();
  const from = stranger();
  let last;
  for (let guess = 0; guess < 12; guess += 1) last = await product.send('POST', '/login', { from, body: { username: ada.username, password: 'wrong' } });
  assert.notEqual(last.status, 200);
  const elsewhere = await product.logIn(ada, { from: ada.address });
  allowed(elsewhere);
});

row('C59', 'credential stuffing', async ({ server }) => {
  const product = await server('product');
  const from = stranger();
  const outcomes = [];
  for (let pair = 0; pair < 30; pair += 1) outcomes.push(outcome(await product.send('POST', '/login', { from, body: { username: fresh('u'), password: 'password1' } })));
  assert.ok(outcomes.filter(seen => ['429/100', '429/155'].includes(seen)).length >= 5, `${outcomes}`);
  // Passwords are tried at one pace, wherever they are tried.
  const elsewhere = stranger();
  const doors = [['POST', '/challenge'], ['POST', '/login'], ['GET', '/verifyPassword'], ['POST', '/batch']];
  const seen = [];
  for (let pair = 0; pair < 40; pair += 1) {
    const [method, path] = doors[pair % doors.length];
    const body = { username: fresh('u'), password: 'password1', challengeData: { a: 1 } };
    const requests = [{ method: 'POST', path: '/parse/challenge', body }];
    const options = path === '/batch' ? { body: { requests } } : method === 'GET' ? { query: body } : { body };
    const answer = await product.send(method, path, { from: elsewhere, ...options });
    seen.push(answer.status);
  }
  assert.ok(seen.slice(24).every(status => status === 429), `passwords are tried past the limit: ${seen}`);
  // A name in the body does not hide the one in the address that is looked up.
  const decoys = [];
  for (let guess = 0; guess < 14; guess += 1) {
    const query = { username: 'someone', password: fresh('p') };
    decoys.push((await product.send('POST', '/login', { from: '198.51.100.77', query, body: { email: fresh('decoy') } })).status);
  }
  assert.ok(decoys.slice(11).every(status => status === 429), `a decoy hides the account: ${decoys}`);
  const weak = await product.send('POST', '/users', { body: { username: fresh('u'), password: 'password1234' } });
  refused(weak, '400/142');
});

row('C60', 'very long password', { note: 'bound: 5 s for 100 at once' }, ({ both }) =>
  both(async server => {
    const long = 'x'.repeat(2000);
    await unchanged(server, ['_User', '_Session'], async () => {
      refused(await server.send('POST', '/users', { body: { username: fresh('u'), password: long } }), '400/142');
      refused(await server.send('POST', '/users', { body: { username: fresh('u'), password: 'x'.repeat(800_000) } }), '400/142', '400/116', '413/116', '413');
      const eve = await server.person();
      refused(await server.send('PUT', `/users/${eve.id}`, { as: eve, body: { password: long } }), '400/142');
      await server.send('DELETE', `/users/${eve.id}`, { key: 'master' });
    });
    const megabyte = 'x'.repeat(server.name === 'product' ? 900_000 : 1 << 20);
    await within(20_000, () =>
      Promise.all(
        Array.from({ length: 100 }, async () => {
          const answer = await server.send('POST', '/login', { body: { username: fresh('u'), password: megabyte }, mayFail: true });
          refused(answer, '404/101', '400/142', '400/116', '413', '413/116', '503', '503/100');
        })
      )
    );
    await within(3000, async () => allowed(await server.send('GET', '/health')));
  })
);

row('C61', 'bcrypt truncation', ({ both }) =>
  both(async server => {
    const ada = await server.person();
    const password = 'p'.repeat(72);
    const hash = bcrypt.hashSync(password, 8);
    await server.sql('UPDATE "_User" SET _hashed_password = $2 WHERE "objectId" = $1', [ada.id, hash]);
    const attempt = word => server.send('POST', '/login', { body: { username: ada.username, password: word } });
    refused(await attempt(`${'p'.repeat(71)}x`), '404/101');
    refused(await attempt('p'.repeat(71)), '404/101');
    refused(await attempt(`${password}x`), '404/101');
    assert.equal((await server.stored('_User', ada.id))._hashed_password, hash, 'an unchecked ending was made part of the password');
    allowed(await attempt(password));
    assert.match((await server.stored('_User', ada.id))._hashed_password, /^\$argon2id\$/, 'the imported hash was not replaced');
    await unchanged(server, '_Session', async () => {
      for (const word of [`${password}x`, `${password}another`, password.slice(0, 71)]) refused(await attempt(word), '404/101');
    });
  })
);

row('C62', 'common or breached password', { note: 'the product profile\'s; Parse Server has no policy by default' }, async ({ server }) => {
  const product = await server('product');
  const username = fresh('someone');
  await unchanged(product, ['_User', '_Session'], () =>
    forEach(['password1', 'password1234', '123456789012', 'qwertyuiopas', 'touchstone123', username, 'short', 'aaaaaaaaaaaaaaa'], async password => {
      const answer = refused(await product.send('POST', '/users', { body: { username, password } }), '400/142');
      assert.ok(answer.body.error.length > 10, 'the refusal gives no reason');
    })
  );
  const ada = await product.person();
  await unchanged(product, '_User', async () => refused(await product.send('PUT', `/users/${ada.id}`, { as: ada, body: { password: 'password1234' } }), '400/142', '400/119'));
});

row('C63', 'look-alike usernames', { note: 'names are compared as Parse Server compares them: without regard to case; the product profile also folds what looks alike' }, ({ both }) =>
  both(async server => {
    const ada = await server.person({ username: fresh('Admin') });
    const tricks = { case: ada.username.toUpperCase(), lower: ada.username.toLowerCase() };
    if (server.name === 'product') {
      Object.assign(tricks, {
        cyrillic: ada.username.replace('A', '\u0410'),
        fullWidth: ada.username.replace('A', '\uff21'),
        zeroWidth: `${ada.username.slice(0, 3)}\u200b${ada.username.slice(3)}`,
        trailing: `${ada.username} `,
        leading: ` ${ada.username}`,
        control: `${ada.username}\u0007`,
        bidi: `\u202e${ada.username}`,
      });
    }
    await unchanged(server, '_User', () =>
      forEach(Object.entries(tricks), async ([, username]) => refused(await server.send('POST', '/users', { body: { username, password: strong() } }), '400/202', '400/142', '400/200'))
    );
    // The same name twenty times at once, in two spellings.
    const name = fresh('twin');
    const twins = await Promise.all(
      Array.from({ length: 20 }, (_, index) => server.send('POST', '/users', { body: { username: index % 2 ? name : name.toUpperCase(), password: strong() } }))
    );
    assert.equal(twins.filter(({ status }) => status === 201).length, 1, 'two people have the same name but for its case');
  })
);

row('C64', 'look-alike e-mail', ({ both }) =>
  both(async server => {
    const name = fresh('ada');
    await server.person({ email: `${name}@example.com` });
    const tricks = [`${name.toUpperCase()}@example.com`, `${name}@EXAMPLE.com`, `${name[0].toUpperCase()}${name.slice(1)}@Example.Com`];
    await unchanged(server, '_User', () =>
      forEach(tricks, async email => refused(await server.send('POST', '/users', { body: { username: fresh('u'), password: strong(), email } }), '400/203', '400/125'))
    );
    // What merely looks alike is another address, and must never be taken for this one.
    for (const email of [`\u00e1${name.slice(1)}@example.com`, `\uff41${name.slice(1)}@example.com`]) {
      const answer = await server.send('POST', '/users', { body: { username: fresh('u'), password: strong(), email } });
      refused(answer, '201', '400/125', '400/203');
      const reset = await server.send('POST', '/requestPasswordReset', { body: { email }, mayFail: true });
      refused(reset, '200', '400/125', '400/205', '404', '400/108', '400/1', '500/1');
    }
  })
);

row('C65', 'mail header injection', { note: 'what Parse Server takes for an address is taken; whatever it is, one mail goes to one address and no header is added' }, async ({ server, both }) => {
  const bad = ['a@b.c\r\nBcc:x@y.z', 'a@b.c\nSubject: x', 'a\r\n@b.c', `${'x'.repeat(1000)}@b.c`, 'no-at-sign', '@b.c', 'a@', 'a@b.c\u0000'];
  await both(async attacked => {
    const eve = await attacked.person();
    await unchanged(attacked, '_User', () =>
      forEach(bad, async email => {
        refused(await attacked.send('POST', '/users', { body: { username: fresh('u'), password: strong(), email } }), '400/125', '400/107');
        refused(await attacked.send('PUT', `/users/${eve.id}`, { as: eve, body: { email } }), '400/125', '400/107');
      })
    );
  });
  const mail = await server('mail');
  const victim = `${fresh('victim')}@example.com`;
  for (const email of [`a@b.c,${victim}`, `a@b.c;${victim}`, `<${victim}>x@b.c`, `"${victim}"@b.c`, `a@b.c ${victim}`]) {
    const answer = await mail.send('POST', '/users', { key: 'master', body: { username: fresh('u'), password: strong(), email } });
    refused(answer, '201', '400/125', '400/142');
  }
  const last = `${fresh('last')}@example.com`;
  await mail.person({ email: last });
  await mail.mail.next(last);
  assert.deepEqual(mail.mail.to(victim), [], 'a mail went to another user');
  for (const { to, raw } of mail.mail.mails) assert.ok(to.length === 1 && !/^bcc:/im.test(raw.split('\r\n\r\n')[0]));
});

row('C69', 'existence through closed sign-up', ({ both }) =>
  both(async server => {
    const ada = await server.person({ email: `${fresh('ada')}@example.com` });
    allowed(await server.send('PUT', '/schemas/_User', { key: 'master', body: { classLevelPermissions: { ...OPEN, create: {}, addField: { '*': true } } } }));
    try {
      await unchanged(server, ['_User', '_Session'], async () => {
        const sign = body => server.send('POST', '/users', { body: { password: strong(), ...body } });
        const [taken, free, mail] = [await sign({ username: ada.username }), await sign({ username: fresh('u') }), await sign({ username: fresh('u'), email: `${fresh('u')}@example.com` })];
        for (const answer of [taken, free, mail]) refused(answer, '400/119');
        assert.equal(taken.text, free.text);
      });
    } finally {
      allowed(await server.send('PUT', '/schemas/_User', { key: 'master', body: { classLevelPermissions: { ...OPEN, addField: { '*': true } } } }));
    }
  })
);

row('C70', 'existence through linked accounts', ({ both }) =>
  both(async server => {
    const id = fresh('wallet');
    allowed(await server.send('POST', '/users', { body: { authData: { proof: { id, token: `token-for-${id}` } } } }));
    await unchanged(server, ['_User', '_Session'], async () => {
      const eve = await server.person();
      for (const data of [{ id }, { id, token: 'wrong' }, { id, token: null }, { id: fresh('unknown'), token: 'wrong' }]) {
        const linked = await server.send('POST', '/users', { body: { authData: { proof: data } } });
        const unknown = await server.send('POST', '/users', { body: { authData: { proof: { ...data, id: fresh('missing') } } } });
        refused(linked, '404/101', '400/252');
        assert.equal(linked.text, unknown.text, 'a linked identity can be recognised without proof');
        refused(await server.send('PUT', `/users/${eve.id}`, { as: eve, body: { authData: { proof: data } } }), '404/101', '400/208', '400/252', '400/206');
      }
      await server.send('DELETE', `/users/${eve.id}`, { key: 'master' });
    });
  })
);

notApplicable('C81', 'one-time code reuse', 'no second factor is shipped: its provider is unknown', ({ both }) =>
  both(async server => {
    const ada = await server.person();
    for (const authData of [{ mfa: { token: '123456' } }, { mfa: { secret: 'x', token: '123456' } }]) {
      refused(await server.send('PUT', `/users/${ada.id}`, { as: ada, body: { authData } }), '400/252');
      refused(await server.send('POST', '/login', { body: { username: ada.username, password: ada.password, authData } }), '400/252', '404/101');
    }
  })
);

row('C82', 'secrets in account responses', ({ both }) =>
  both(async server => {
    const id = fresh('wallet');
    const ada = await server.person();
    allowed(await server.send('PUT', `/users/${ada.id}`, { as: ada, body: { authData: { proof: { id, token: `token-for-${id}` } } } }));
    for (const answer of await looks(server, ada)) {
      for (const word of NEVER_SHOWN) assert.ok(!answer.text.includes(word), `${answer.asked} shows ${word}`);
      assert.ok(!answer.text.includes(ada.password), `${answer.asked} shows the password`);
    }
    const eve = await server.person();
    for (const answer of [await server.send('GET', `/users/${ada.id}`, { as: eve }), await server.send('GET', '/users', { as: eve }), await server.send('GET', '/users')]) {
      assert.ok(!answer.text.includes(id) && !answer.text.includes('authData'), `${answer.asked} shows identities`);
      assert.ok(!answer.text.includes(ada.token));
    }
    // With the class closed, signing in still works and still shows nothing more.
    const clp = { find: {}, get: {}, count: {}, create: { '*': true }, update: { '*': true }, delete: {}, addField: { '*': true } };
    allowed(await server.send('PUT', '/schemas/_User', { key: 'master', body: { classLevelPermissions: clp } }));
    try {
      for (const answer of await looks(server, ada)) {
        for (const word of NEVER_SHOWN) assert.ok(!answer.text.includes(word), `${answer.asked} shows ${word}`);
      }
    } finally {
      allowed(await server.send('PUT', '/schemas/_User', { key: 'master', body: { classLevelPermissions: { ...OPEN, addField: { '*': true } } } }));
    }
  })
);

row('C83', 'removing the second factor sideways', { note: 'no second factor is shipped; the generic half: identities change as a whole and with proof, never by a dotted path' }, ({ both }) =>
  both(async server => {
    const id = fresh('wallet');
    const ada = await server.person();
    allowed(await server.send('PUT', `/users/${ada.id}`, { as: ada, body: { authData: { proof: { id, token: `token-for-${id}` } } } }));
    await unchanged(server, '_User', async () => {
      for (const body of [{ 'authData.proof': null }, { 'authData.proof.id': 'victim' }, { 'authData.proof': { __op: 'Delete' } }, { 'authData.mfa': null }, { _auth_data_proof: null }, { 'authData.proof.token': 'x' }]) {
        refused(await server.send('PUT', `/users/${ada.id}`, { as: ada, body }), '400/105', '400/119', '400/107');
      }
      refused(await server.send('PUT', `/users/${ada.id}`, { as: ada, body: { authData: { proof: { id: 'victim' } } } }), '404/101', '400/206');
    });
  })
);
