// Section G, first part: injection, and what protected fields let slip.
import assert from 'node:assert/strict';
import { allowed, empty, forEach, refused, unchanged, within } from '../answers.mjs';
import { fresh, pointer } from '../attacked.mjs';
import { row } from '../row.mjs';

const SLEEPS = ["A'B';SELECT PG_SLEEP(3);--", "x') OR pg_sleep(3) IS NULL --", "'; DROP TABLE \"_User\"; --", '$$;select pg_sleep(3);$$', "\\'; select pg_sleep(3); --", "^a' + (select pg_sleep(3)) + '"];

async function prey(server) {
  const Thing = await server.classWith({ fields: { title: 'String', n: 'Number', stats: 'Object', tags: 'Array' } });
  const one = await server.object(Thing, { title: 'one', n: 1, stats: { n: 1, x: 5 }, tags: ['a'] });
  return { Thing, one };
}

row('G161', 'SQL through a regex value', { note: 'bound: 1 s' }, ({ both }) =>
  both(async server => {
    const { Thing } = await prey(server);
    await unchanged(server, [Thing, '_SCHEMA'], () =>
      forEach(SLEEPS, async text => {
        for (const where of [{ title: { $regex: text } }, { title: text }, { title: { $in: [text] } }, { 'stats.x': text }, { tags: text }, { title: { $regex: 'a', $options: text } }]) {
          const answer = await within(1000, () => server.send('GET', `/classes/${Thing}`, { query: { where } }));
          if (answer.status === 200) empty(answer);
          else refused(answer, '400/102', '400/107', '400/111');
        }
      })
    );
  })
);

row('G162', 'SQL through a field name', ({ both }) =>
  both(async server => {
    const { Thing } = await prey(server);
    const names = ['title" OR 1=1 --', "title' OR 1=1 --", 'title;select 1', 'title)', '(title', 'title"', 'title\u0000', 'title--', 'ti tle', 'a"b.c', 'title"::text', '*', '1=1'];
    await unchanged(server, [Thing, '_SCHEMA'], () =>
      forEach(names, async name => {
        for (const key of [undefined, 'master']) {
          for (const where of [{ [name]: { $regex: 'x' } }, { [name]: 'x' }, { $or: [{ [name]: { $exists: true } }] }]) {
            refused(await within(1000, () => server.send('GET', `/classes/${Thing}`, { key, query: { where } })), '400/105', '400/102', '400/107');
          }
          for (const parameter of ['keys', 'excludeKeys', 'include']) {
            refused(await server.send('GET', `/classes/${Thing}`, { key, query: { [parameter]: name } }), '200', '400/105', '400/102', '400/107');
          }
          refused(await server.send('POST', `/classes/${Thing}`, { key, body: { [name]: 1 } }), '400/105', '400/107', '400/119');
        }
      })
    );
  })
);

row('G163', 'SQL through order', { note: 'bound: 1 s' }, ({ both }) =>
  both(async server => {
    const { Thing } = await prey(server);
    const orders = [
      `stats.x' ASC; UPDATE "${Thing}" SET title='owned';--`, `stats.x'; select pg_sleep(3);--`, 'title; select pg_sleep(3)', 'stats.$$x$$', 'stats.$t$x$t$', 'stats.CHR(39)', "stats.\\'", 'title" desc, "n', 'title desc nulls last', '(select pg_sleep(3))', '-(select 1)', 'title,,n', 'stats.x"', "stats.a.b'c",
    ];
    await unchanged(server, Thing, () =>
      forEach(orders, async order => {
        for (const key of [undefined, 'master']) {
          refused(await within(1000, () => server.send('GET', `/classes/${Thing}`, { key, query: { order } })), '400/105', '200', '400/102');
        }
      })
    );
  })
);

row('G164', 'SQL through Increment amount', ({ both }) =>
  both(async server => {
    const { Thing, one } = await prey(server);
    const amounts = ['0+(SELECT 1 FROM pg_sleep(3))', '1', { $gt: 1 }, [1], true, null];
    await unchanged(server, Thing, () =>
      forEach(amounts, async amount => {
        for (const field of ['n', 'stats.n', 'stats.fresh']) {
          for (const key of [undefined, 'master']) {
            refused(await within(1000, () => server.send('PUT', one.path, { key, body: { [field]: { __op: 'Increment', amount } } })), '400/107', '400/111');
          }
        }
      })
    );
  })
);

row('G165', 'SQL/JSON through a sub-key', { note: 'a sub-key that is a plain text may be stored as exactly that text' }, ({ both }) =>
  both(async server => {
    const keys = ["x' || (SELECT pg_sleep(3))::text || '", 'x":0,"evil', "x'", 'x"', 'x\\', '}', '{n}', '$1', '$$', 'a b', "n}' || '{x"];
    await forEach(keys, async key => {
      const { Thing, one } = await prey(server);
      for (const value of [{ __op: 'Increment', amount: 1 }, 7, { __op: 'Delete' }]) {
        const answer = await within(1000, () => server.send('PUT', one.path, { body: { [`stats.${key}`]: value } }));
        refused(answer, '400/105', '400/121', '200', '400/102', '400/107');
      }
      const { stats } = await server.stored(Thing, one.id);
      const strange = Object.keys(stats).filter(name => !['n', 'x', key].includes(name));
      assert.deepEqual(strange, [], 'another key appeared');
      assert.deepEqual([stats.n, stats.x], [1, 5], 'another key changed');
    });
  })
);

row('G166', 'SQL through distinct and group', ({ both }) =>
  both(async server => {
    const { Thing } = await prey(server);
    const names = ['title" FROM pg_tables; --', 'stats" FROM pg_tables; --.x', "stats.x' FROM pg_tables; --", 'title" OR 1=1 --', 'title; select pg_sleep(3)', "stats.x' || (select pg_sleep(3)) || '"];
    await unchanged(server, Thing, () =>
      forEach(names, async name => {
        for (const key of ['master', 'readOnly']) {
          const queries = [
            { distinct: name },
            { $group: { _id: `$${name}` } },
            { pipeline: [{ $group: { _id: { a: `$${name}` } } }] },
            { pipeline: [{ $group: { _id: null, [name]: { $sum: 1 } } }] },
            { pipeline: [{ $group: { _id: null, total: { $sum: `$${name}` } } }] },
            { pipeline: [{ $project: { [name]: 1 } }] },
            { pipeline: [{ $sort: { [name]: 1 } }] },
            { pipeline: [{ $match: { [name]: 1 } }] },
          ];
          for (const query of queries) {
            const answer = await within(1000, () => server.send('GET', `/aggregate/${Thing}`, { key, query }));
            refused(answer, '400/105', '400/102', '400/107', '200');
            assert.ok(!/pg_type|pg_statistic|pg_attribute|sql_features/.test(answer.text), answer.text);
          }
        }
      })
    );
  })
);

row('G167', 'class-name injection', ({ both }) =>
  both(async server => {
    const { Thing } = await prey(server);
    const names = [`${Thing}";DROP TABLE "${Thing}`, `${Thing}%00`, 'x'.repeat(300), `${Thing}'--`, `${Thing} `, 'pg_class', '1abc', 'a.b', 'ä', `public"."${Thing}`, '_touchstone.x'];
    await unchanged(server, [Thing, '_SCHEMA'], () =>
      forEach(names, async name => {
        const path = `/classes/${name.includes('%') ? name : encodeURIComponent(name)}`;
        for (const key of [undefined, 'master']) {
          const found = await within(1000, () => server.send('GET', path, { key }));
          if (found.status === 200) empty(found);
          else refused(found, '400/103', '404', '400/119', '404/101', '400/107');
          if (name !== 'pg_class') refused(await server.send('POST', path, { key, body: { a: 1 } }), '400/103', '404', '400/119', '400/105', '400/107');
        }
        const inner = { title: { $inQuery: { className: name, where: {} } } };
        refused(await server.send('GET', `/classes/${Thing}`, { query: { where: inner } }), '200', '400/102', '400/103', '400/119', '400/107', '400/105');
        refused(await server.send('POST', `/classes/${Thing}`, { body: { title: pointer(name, 'x') } }), '400/111', '400/103', '400/106', '400/107');
      })
    );
  })
);

row('G168', 'LIKE and regex metacharacters', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { title: 'String' } });
    const texts = ['%', '_', '\\', 'a%b', 'a_b', '.*', '\\d', '(', '[x]', 'a'];
    for (const title of texts) await server.object(Thing, { title });
    await forEach(texts, async text => {
      for (const pattern of [`^\\Q${text}\\E`, `\\Q${text}\\E$`, `^\\Q${text}\\E$`]) {
        const found = allowed(await server.send('GET', `/classes/${Thing}`, { query: { where: { title: { $regex: pattern } } } }));
        const expected = texts.filter(title => (pattern.startsWith('^') ? title.startsWith(text) : title.endsWith(text)) && (!pattern.startsWith('^') || !pattern.endsWith('$') || title === text));
        assert.deepEqual(found.results.map(({ title }) => title).sort(), expected.sort(), pattern);
      }
    });
  })
);

row('G169', 'full-text options', ({ both }) =>
  both(async server => {
    const { Thing } = await prey(server);
    const search = options => server.send('GET', `/classes/${Thing}`, { query: { where: { title: { $text: { $search: { $term: 'one', ...options } } } } } });
    await unchanged(server, Thing, () =>
      forEach(["english'); --", 'klingon', 5, { $ne: 1 }, 'public.english', 'english"'], async language => {
        refused(await within(1000, () => search({ $language: language })), '400/102', '400/107');
      })
    );
    for (const options of [{ $caseSensitive: 'x' }, { $diacriticSensitive: {} }, { $term: { $ne: 1 } }, { $nonsense: 1 }]) refused(await search(options), '400/102', '400/107', '200');
    refused(await within(1000, () => search({ $term: "'); select pg_sleep(3); --" })), '200', '400/102');
  })
);

row('G170', 'broken regex', ({ both }) =>
  both(async server => {
    const { Thing } = await prey(server);
    await forEach(['[abc', '(', '*', 'a{2', '(?<x', '\\', '(?#', '[[:nope:]]', 'a**', ')'], async pattern => {
      for (const path of [`/classes/${Thing}`, '/roles', '/users']) {
        const field = path === '/roles' ? 'name' : path === '/users' ? 'username' : 'title';
        const answer = await server.send('GET', path, { query: { where: { [field]: { $regex: pattern } } } });
        if (answer.status === 200) empty(answer);
        else refused(answer, '400/102', '400/107');
      }
    });
  })
);

row('G172', 'bad regex options', ({ both }) =>
  both(async server => {
    const { Thing } = await prey(server);
    for (const $options of ['e', 'ie', 'g', 'c', ')', "i'", 5, {}, ['i'], null, 'iiiiiiiiiiiiiiiiiiiiiiiiiiie']) {
      refused(await server.send('GET', `/classes/${Thing}`, { query: { where: { title: { $regex: 'o', $options } } } }), '400/102', '400/107');
    }
    for (const where of [{ title: { $options: 'i' } }, { title: { $regex: 5 } }, { title: { $regex: {} } }, { title: { $regex: null } }]) {
      refused(await server.send('GET', `/classes/${Thing}`, { query: { where } }), '400/102', '400/107');
    }
  })
);

/** A vault with a secret, and a user who may see the vault but not the secret. */
async function vault(server) {
  const secured = await server('protected');
  if (!(await secured.hasTable('Vault'))) {
    await secured.classWith({ name: 'Vault', fields: { name: 'String', secret: 'String', box: 'Object', owner: { type: 'Pointer', targetClass: '_User' } } });
  }
  const name = fresh('vault');
  const one = await secured.object('Vault', { name, secret: 'S3cret', box: { apiKey: 'S3cret', deep: { er: 'S3cret' } } });
  return { secured, name, one, eve: await secured.person() };
}

async function oracleIsShut(secured, path, eve, queries) {
  await forEach(queries, async query => {
    for (const as of [eve, undefined]) refused(await secured.send('GET', path, { as, query }), '400/119', '400/102');
  });
}

row('G173', 'protected field in where', async ({ server }) => {
  const { secured, eve } = await vault(server);
  const values = ['S3cret', { $exists: true }, { $regex: '^S' }, { $ne: 'x' }, { $gt: 'A' }, { $in: ['S3cret'] }, null, { $nin: [] }, { $text: { $search: { $term: 'x' } } }];
  await oracleIsShut(secured, '/classes/Vault', eve, values.map(secret => ({ where: { secret } })));
  await oracleIsShut(secured, '/users', eve, [{ where: { email: 'a@b.c' } }, { where: { email: { $exists: true } } }, { where: { phone: { $regex: '^1' } } }]);
  // Identities are shown only to their owner, so asking about them must find no user, not even public people.
  const id = fresh('wallet');
  const ada = await secured.person();
  allowed(await secured.send('PUT', `/users/${ada.id}`, { as: ada, body: { authData: { proof: { id, token: `token-for-${id}` } } } }));
  allowed(await secured.send('PUT', `/users/${ada.id}`, { key: 'master', body: { ACL: { '*': { read: true } } } }));
  const Link = await secured.classWith({ fields: { to: { type: 'Pointer', targetClass: '_User' } } });
  await secured.object(Link, { to: ada.pointer });
  for (const identity of [{ 'authData.proof.id': id }, { 'authData.proof.id': { $regex: '^w' } }, { authData: { $exists: true } }, { 'authData.proof.token': { $ne: 'x' } }, { $nor: [{ 'authData.proof.id': 'x' }] }]) {
    empty(await secured.send('GET', '/users', { as: eve, query: { where: identity } }));
    empty(await secured.send('GET', `/classes/${Link}`, { as: eve, query: { where: { to: { $inQuery: { className: '_User', where: identity } } } } }));
  }
  const posted = await secured.send('POST', '/classes/Vault', { as: eve, body: { _method: 'GET', where: { secret: 'S3cret' } } });
  refused(posted, '400/119');
});

row('G174', 'protected field, dotted', async ({ server }) => {
  const { secured, eve } = await vault(server);
  const paths = ['box.apiKey', 'box.deep.er', 'box.deep', 'box.nothing', 'secret.length'];
  await oracleIsShut(secured, '/classes/Vault', eve, paths.map(path => ({ where: { [path]: { $exists: true } } })));
  await oracleIsShut(secured, '/classes/Vault', eve, [{ where: { 'box.apiKey': 'S3cret' } }, { where: { box: { apiKey: 'S3cret' } } }]);
});

row('G175', 'protected field inside logic', async ({ server }) => {
  const { secured, eve } = await vault(server);
  const probe = { secret: { $regex: '^S' } };
  const wheres = [
    { $or: [probe] }, { $or: [{ name: 'x' }, probe] }, { $and: [probe] }, { $nor: [probe] }, { $or: [{ $and: [{ $nor: [probe] }] }] },
    { $or: { 0: probe, length: 1 } }, { $and: { 0: probe } }, { $or: [{ 'box.apiKey': 'S3cret' }] }, { secret: { $not: { $eq: 'x' } } },
  ];
  await oracleIsShut(secured, '/classes/Vault', eve, wheres.map(where => ({ where })));
});

row('G176', 'protected field by ordering', async ({ server }) => {
  const { secured, eve } = await vault(server);
  await oracleIsShut(secured, '/classes/Vault', eve, ['secret', '-secret', 'name,secret', '-box.apiKey', 'box.deep.er', 'box'].map(order => ({ order })));
  await oracleIsShut(secured, '/users', eve, [{ order: 'email' }, { order: '-phone' }]);
  await identitiesAreShut(secured, eve);
});

/**
 * An identity is the whole credential of anyone who came without a name: no user may bisect it, however the question is
 * put.
 */
async function identitiesAreShut(secured, eve) {
  const readable = { ACL: { '*': { read: true } } };
  const [victim, guess] = [fresh('7'), fresh('7')];
  const signUp = async id => allowed(await secured.send('POST', '/users', { body: { authData: { anonymous: { id } } } }));
  const [ada, own] = [await signUp(victim), await signUp(guess)];
  for (const { objectId } of [ada, own]) allowed(await secured.send('PUT', `/users/${objectId}`, { key: 'master', body: readable }));
  const where = { objectId: { $in: [ada.objectId, own.objectId] } };
  const paths = ['authData', 'authData.anonymous', 'authData.anonymous.id', 'authData.proof.token'];
  await forEach(paths, async path => {
    for (const order of [path, `-${path}`, `username,${path}`]) {
      for (const as of [eve, undefined]) refused(await secured.send('GET', '/users', { as, query: { where, order } }), '400/105', '400/119');
    }
  });
  const Guess = await secured.classWith({ fields: { word: 'String', box: 'Object' } });
  await secured.object(Guess, { word: victim, box: { id: victim } });
  await forEach(paths, async key => {
    for (const field of ['word', 'box']) {
      const query = { className: '_User', where: { objectId: ada.objectId } };
      empty(await secured.send('GET', `/classes/${Guess}`, { as: eve, query: { where: { [field]: { $select: { query, key } } } } }));
      const others = allowed(await secured.send('GET', `/classes/${Guess}`, { as: eve, query: { where: { [field]: { $dontSelect: { query, key } } } } }));
      assert.equal(others.results.length, 1, `${key} tells what ${field} is not`);
    }
    refused(await secured.send('GET', '/aggregate/_User', { as: eve, query: { distinct: key } }), '403');
  });
}

row('G177', 'protected field by projection', async ({ server }) => {
  const { secured, eve, name, one } = await vault(server);
  const Case = await secured.classWith({ fields: { vault: { type: 'Pointer', targetClass: 'Vault' } } });
  const held = await secured.object(Case, { vault: one.pointer });
  const queries = [
    ['/classes/Vault', { where: { name }, keys: 'secret,box' }], ['/classes/Vault', { where: { name }, keys: 'box.apiKey' }], ['/classes/Vault', { where: { name }, excludeKeys: 'name' }],
    [one.path, { keys: 'secret' }], [one.path, {}], [`/classes/${Case}`, { include: 'vault' }], [`/classes/${Case}`, { include: 'vault', keys: 'vault.secret,vault.box' }], [held.path, { include: '*' }],
    ['/classes/Vault', { where: { name }, distinct: 'secret' }], [held.path, { include: 'vault,vault.box' }],
  ];
  await forEach(queries, async ([path, query]) => {
    for (const as of [eve, undefined]) {
      const answer = await secured.send('GET', path, { as, query });
      refused(answer, '200', '400/119', '400/102');
      assert.ok(!answer.text.includes('S3cret'), `${answer.asked} shows it`);
    }
  });
  const person = await secured.person({ email: `${fresh('mail')}@example.com`, phone: '12345678' });
  allowed(await secured.send('PUT', `/users/${person.id}`, { key: 'master', body: { ACL: { '*': { read: true } } } }));
  const seen = await secured.send('GET', `/users/${person.id}`, { as: eve });
  assert.deepEqual([allowed(seen).email, seen.body.phone], [undefined, undefined]);
});

row('G178', 'protected field through a sub-query', async ({ server }) => {
  const { secured, eve, one } = await vault(server);
  const Case = await secured.classWith({ fields: { vault: { type: 'Pointer', targetClass: 'Vault' }, word: 'String' } });
  await secured.object(Case, { vault: one.pointer, word: 'S3cret' });
  const where = { secret: { $regex: '^S' } };
  const inner = { className: 'Vault', where };
  await oracleIsShut(secured, `/classes/${Case}`, eve, [
    { where: { vault: { $inQuery: inner } } },
    { where: { vault: { $notInQuery: inner } } },
    { where: { word: { $select: { query: inner, key: 'name' } } } },
    { where: { word: { $dontSelect: { query: inner, key: 'name' } } } },
    { where: { $or: [{ vault: { $inQuery: inner } }, { word: 'x' }] } },
    { where: { vault: { $inQuery: { className: 'Vault', where: { $or: [where] } } } } },
  ]);
  // A key that the caller cannot see selects nothing, whatever it holds.
  await secured.object(Case, { word: 'another word' });
  const words = async (operator, key) => {
    const query = { where: { word: { [operator]: { query: { className: 'Vault', where: {} }, key } } } };
    const answer = await secured.send('GET', `/classes/${Case}`, { as: eve, query });
    return answer.status === 200 ? answer.body.results.map(({ word }) => word).sort() : refused(answer, '400/119') && undefined;
  };
  for (const key of ['secret', 'box.apiKey', 'box.deep.er']) {
    assert.deepEqual((await words('$select', key)) ?? [], [], `$select of ${key} tells what it holds`);
    assert.deepEqual((await words('$dontSelect', key)) ?? ['S3cret', 'another word'], ['S3cret', 'another word'], `$dontSelect of ${key} tells what it holds`);
  }
});

row('G179', 'counting as an oracle', async ({ server }) => {
  const { secured, eve, name, one } = await vault(server);
  await oracleIsShut(secured, '/classes/Vault', eve, [{ where: { secret: 'S3cret' }, count: 1, limit: 0 }, { where: { 'box.apiKey': 'S3cret' }, count: 1, limit: 0 }]);
  allowed(await secured.send('PUT', one.path, { key: 'master', body: { ACL: {} } }));
  const counted = allowed(await secured.send('GET', '/classes/Vault', { as: eve, query: { where: { name }, count: 1, limit: 0 } }));
  assert.equal(counted.count, 0, 'rows that cannot be read are counted');
});

row('G180', 'search parameter as an oracle', { note: 'full-text search asks one named field, under the same guard as every condition' }, async ({ server }) => {
  const { secured, eve } = await vault(server);
  const $text = { $search: { $term: 'S3cret' } };
  await oracleIsShut(secured, '/classes/Vault', eve, [{ where: { secret: { $text } } }, { where: { $or: [{ secret: { $text } }] } }, { where: { box: { $text } } }]);
  for (const name of ['search', 'q', '$search', 'text']) refused(await secured.send('GET', '/classes/Vault', { as: eve, query: { [name]: 'S3cret' } }), '400/102');
});
