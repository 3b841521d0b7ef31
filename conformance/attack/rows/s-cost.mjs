// Section S: the cost of an attack. Each row asserts peak memory, time and the latency of a bystander, not only the status.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { outcome, refused } from '../answers.mjs';
import { stranger } from '../attacked.mjs';
import { assertCost, costOnProgramme, timeEach } from '../cost.mjs';
import { dialling } from '../live.mjs';
import { programmeOn } from '../programme.mjs';
import { Raw } from '../raw.mjs';
import { row } from '../row.mjs';

const path = depth => Array.from({ length: depth }, () => 'a').join('.');
const names = count => Array.from({ length: count }, (_, index) => `k${index.toString(36).padStart(4, '0')}`);
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Names of three letters: as many as fit into a live message of 64 KiB. */
const shortNames = LETTERS.flatMap(a => LETTERS.flatMap(b => LETTERS.map(c => a + b + c))).slice(0, 10_800);
const alone = { alone: true };

row('S369', 'deep include and keys by a stranger', alone, hands =>
  costOnProgramme(hands, ({ server }) => {
    const paths = [path(8000), Array.from({ length: 3 }, (_, index) => `x${index}.${path(7990)}`), path(2000), names(20_000).join(',')];
    const bodies = ['include', 'keys', 'excludeKeys', 'order'].flatMap(name => paths.map(value => ({ _method: 'GET', [name]: value })));
    return timeEach(bodies.map(body => async () => refused(await server.send('POST', '/classes/Nope', { body }), '400/102', '400/105', '400/107', '400/116', '400/119', '413/107', '413')));
  })
);

row('S370', 'deep include and many keys in the profile parse', alone, async ({ server }) => {
  const parse = await server('parse');
  const Thing = await parse.classWith();
  const { path: object } = await parse.object(Thing);
  const bodies = [{ keys: names(40_000).join(',') }, { include: path(12_000) }, { include: Array.from({ length: 400 }, () => path(20_000)) }, { order: names(40_000).join(',') }];
  const attack = () => timeEach(bodies.map(body => async () => refused(await parse.send('POST', `/classes/${Thing}`, { body: { _method: 'GET', ...body } }), '400/102', '400/105', '400/107', '400/116', '413', '413/107')));
  await assertCost(parse, () => parse.send('GET', object), attack, { memory: 128, slowest: 2000 });
});

/** Sends `message(k)` on each of these sockets, again as soon as it is answered, for a while; returns the waits. */
async function repeatOnSockets(programme, sockets, message, { ms = 3000, as, isConnected = true } = {}) {
  const durations = [];
  await dialling(programme.server, async (_, dial) => {
    const from = stranger();
    const until = performance.now() + ms;
    const talk = async hand => {
      let socket = await (isConnected ? dial.connected({ as, from }) : dial.open({ from }));
      for (let k = 0; performance.now() < until; k += 1) {
        const [began, seen] = [performance.now(), socket.frames.length];
        socket.send(message(hand, k));
        const answered = await Promise.race([socket.heard(() => true, { from: seen }).then(() => true, () => false), socket.closed.then(() => false)]);
        durations.push(performance.now() - began);
        if (answered) continue;
        await pause(50);
        if (performance.now() >= until) return;
        socket = await (isConnected ? dial.connected({ as, from }) : dial.open({ from })).catch(() => undefined);
        if (socket === undefined) return;
      }
    };
    await Promise.all(Array.from({ length: sockets }, (_, hand) => talk(hand)));
  });
  return durations;
}

const subscribe = query => ({ op: 'subscribe', requestId: 1, query: { className: 'Nope', where: {}, ...query } });

const longMessage = JSON.stringify(subscribe({ keys: shortNames }));

row('S371', 'ten thousand names in a live message', alone, async hands => {
  for (const isConnected of [false, true]) {
    await costOnProgramme(hands, programme => repeatOnSockets(programme, 2, () => longMessage, { isConnected }));
  }
});

const patterns = (hand, k) => ({ $or: ['a', 'b', 'c', 'd'].map(end => ({ body: { $regex: `\\w{200}${hand}${k}${end}` } })) });

row('S372', 'expensive patterns by a stranger', alone, hands =>
  costOnProgramme(hands, programme => repeatOnSockets(programme, 2, (hand, k) => subscribe({ where: patterns(hand, k) })))
);

row('S373', 'expensive patterns that a tester keeps', alone, hands =>
  costOnProgramme(hands, async programme => {
    const as = await programme.tester();
    return dialling(programme.server, async (_, dial) => {
      const socket = await dial.connected({ as });
      const until = performance.now() + 10_000;
      const answers = Array.from({ length: 40 }, (_, k) => async () => {
        const seen = socket.frames.length;
        if (!socket.isOpen || performance.now() > until) return;
        socket.send({ ...subscribe({ className: 'Issue', where: patterns(0, k) }), requestId: k + 1 });
        await Promise.race([socket.heard(() => true, { from: seen }).catch(() => undefined), socket.closed]);
      });
      return timeEach(answers);
    });
  })
);

/** Opens requests from one address whose bodies never end, and holds them while `work` runs. */
async function holdBodies(server, count, route, type, work, method = 'POST') {
  const from = stranger();
  const head = [`${method} /parse${route} HTTP/1.1`, `Host: ${server.address.host}`, `X-Forwarded-For: ${from}`, `X-Parse-Application-Id: ${server.keys.appId}`, `Content-Type: ${type}`, 'Content-Length: 60000', '', 'a'];
  const held = Array.from({ length: count }, () => new Raw(server.address));
  try {
    await Promise.all(held.map(raw => raw.write(head.join('\r\n'))));
    return await work(held);
  } finally {
    for (const raw of held) raw.end();
  }
}

row('S374', 'slow bodies from one address', alone, async hands => {
  const routes = [['/apps/app/request_password_reset', 'application/x-www-form-urlencoded'], ['/functions/setupState', 'application/json'], ['/files/slow.txt', 'text/plain'], ['/health', 'text/plain', 'TRACE']];
  for (const [route, type, method] of routes) {
    await costOnProgramme(hands, ({ server }) => holdBodies(server, 600, route, type, async held => {
      for (let turn = 0; turn < 3; turn += 1) {
        await pause(700);
        await Promise.all(held.filter(raw => !raw.isClosed).map(raw => raw.write('a')));
      }
      const open = held.filter(raw => !raw.isClosed).length;
      assert.ok(open <= 64, `${open} requests of one address are under way`);
    }, method));
  }
});

const WORDS = ['swap', 'token', 'button', 'price', 'network', 'wallet', 'approve', 'slippage', 'router', 'error', 'failed', 'pending', 'stuck', 'quote', 'amount'];

/** Copies a new report so often that search has work to do. No user watches the copies. */
async function fillIssues(programme, count) {
  const { server } = programme;
  const [{ filled }] = await server.sql(`SELECT count(*)::int AS filled FROM "Issue" WHERE "objectId" LIKE 'cost%'`);
  if (filled >= count) return;
  const original = await programme.report(await programme.tester());
  const client = await server.client();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO "Issue" SELECT r.* FROM generate_series(1, $1::int) n,
       lateral (SELECT string_agg(($2::text[])[1 + floor(random() * $3)::int], ' ') AS body FROM generate_series(1, 120 + n * 0)) w,
       (SELECT to_jsonb(x) AS j FROM "Issue" x WHERE "objectId" = $4) i,
       lateral jsonb_populate_record(null::"Issue", i.j || jsonb_build_object('objectId', 'cost' || lpad(n::text, 6, '0'), 'number', 100000 + n, 'watchCount', 0, 'title', left(w.body, 100), 'body', w.body)) r`,
      [count, [...WORDS, ...names(900)], WORDS.length + 900, original.id]
    );
    await client.query(`UPDATE "Issue" SET "searchVec" = setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', body) || to_tsvector('english', title || ' ' || body) WHERE "objectId" LIKE 'cost%'`);
    await client.query('ANALYZE "Issue"');
  } finally {
    client.release(true);
  }
}

/** Fourteen calls at a time by one tester, for a while. */
async function repeatCalls(programme, call, ms = 4000) {
  const as = await programme.tester();
  const outcomes = {};
  const until = performance.now() + ms;
  await Promise.all(Array.from({ length: 14 }, async (_, hand) => {
    for (let k = 0; performance.now() < until; k += 1) {
      const answer = await call(as, hand * 1000 + k);
      outcomes[outcome(answer)] = (outcomes[outcome(answer)] ?? 0) + 1;
      if (answer.status === 429) await pause(100);
    }
  }));
  assert.ok(outcomes['200'] || outcomes['400/124'] || outcomes['503/100'], `no call was executed: ${JSON.stringify(outcomes)}`);
}

row('S375', 'searches for common words by one tester', alone, async hands => {
  const fill = programme => fillIssues(programme, 5000);
  const calls = {
    similarFind: (programme, as, k) => programme.ask(as, 'similarFind', { title: `token swap failed error router slippage amount ${k}`, body: WORDS.join(' ') }, { mayFail: true }),
    searchIssues: (programme, as, k) => programme.ask(as, 'searchIssues', { query: `${[...'abcdefghijklmnopqrstuvwxyz'].join(' ')} ${k}` }, { mayFail: true }),
  };
  for (const call of Object.values(calls)) {
    await costOnProgramme(hands, async programme => {
      await fill(programme);
      await repeatCalls(programme, (as, k) => call(programme, as, k));
    });
  }
});

row('S376', 'silent sockets of one network', alone, hands =>
  costOnProgramme(hands, ({ server }, round) => dialling(server, async (_, dial) => {
    // In small groups: this process also makes the bystander's calls.
    for (let group = 0; group < 54; group += 1) {
      const opened = Array.from({ length: 20 }, (_, index) => `2001:db8:${round}:${group % 2 ? 'aaaa' : 'bbbb'}::${group.toString(16)}:${(index + 1).toString(16)}`);
      await Promise.all(opened.map(from => dial.open({ from }).catch(() => undefined)));
      await pause(10);
    }
    assert.equal(await dial.refusal({ from: stranger() }), undefined, 'a bystander cannot open a socket');
  }))
);

row('S377', 'messages with made-up sessions on eight sockets', alone, hands =>
  costOnProgramme(hands, async programme => {
    const answers = await repeatOnSockets(programme, 8, (hand, k) => ({ ...subscribe({ className: 'Issue' }), sessionToken: `r:${`${hand}${k}`.padStart(32, '0')}` }));
    assert.ok(answers.length < 700, `${answers.length} messages of one address were answered in 3 s`);
  })
);

row('S378', 'wide values in a write', alone, async ({ server }) => {
  const product = await server('product');
  const Thing = await product.classWith({ fields: { tags: 'Array', title: 'String' } });
  const as = await product.person();
  const { path: object } = await product.object(Thing);
  const { path: another } = await product.object(Thing);
  const many = Array.from({ length: 60_000 }, (_, index) => `v${index}`);
  const lists = [1000, 10_000, 60_000].map(count => many.slice(0, count));
  const bodies = [
    ...lists.flatMap(objects => ['AddUnique', 'Remove', 'Add'].map(__op => ({ tags: { __op, objects } }))),
    ...lists.map(users => ({ ACL: Object.fromEntries(users.map(user => [user, { read: true }])) })),
    Object.fromEntries(names(40_000).map(name => [name, 1])),
  ];
  const attack = () => timeEach(bodies.map(body => async () => refused(await product.send('PUT', object, { as, body }), '200', '400/102', '400/105', '400/107', '400/111', '400/119', '400/142', '413', '413/107')));
  await assertCost(product, () => product.send('GET', another), attack, { memory: 96, slowest: 2000 });
});

row('S379', 'deep and wide bodies, forms and headers by a stranger', alone, hands =>
  costOnProgramme(hands, ({ server }) => {
    const calls = [
      ...['[', '{"a":'].map(open => () => server.send('POST', '/functions/setupState', { body: open.repeat(100_000) })),
      () => server.send('POST', '/functions/setupState', { body: `{${names(60_000).map(name => `"${name}":1`).join(',')}}` }),
      () => server.send('POST', '/functions/setupState', { body: `{"a":[${'0,'.repeat(400_000)}0]}` }),
      () => server.send('POST', '/apps/app/request_password_reset', { body: names(10_000).map(name => `${name}=1`).join('&'), type: 'application/x-www-form-urlencoded' }),
      () => server.send('POST', '/apps/app/request_password_reset', { body: '%41'.repeat(20_000), type: 'application/x-www-form-urlencoded' }),
      () => server.send('GET', '/classes/Nope', { query: { where: `{"a":{"$in":[${'0,'.repeat(2000)}0]}}` } }),
    ];
    return timeEach(calls.map(call => async () => assert.ok((await call()).status < 500)));
  })
);

/** Objects of one number, which take sixty times as much memory as text. */
const dense = count => `[${Array.from({ length: count / 1000 }, () => `[${'{"a":0},'.repeat(999)}{"a":0}]`).join(',')}]`;

row('S380', 'bodies of very many values by a stranger', alone, hands =>
  costOnProgramme(hands, async ({ server }) => {
    const from = stranger();
    const body = `{"a":${dense(110_000)}}`;
    const session = () => ({ 'X-Parse-Session-Token': `r:${Math.random()}` });
    const send = async () => refused(await server.send('POST', '/functions/nope', { body, from, headers: session() }), '400/107');
    for (let turn = 0; turn < 10; turn += 1) await Promise.all(Array.from({ length: 3 }, send));
  })
);

// A body that is too large is refused by its length; a client that is still sending may see the connection end first.
async function refusedOrCut(answer, code) {
  try {
    refused(await answer, code);
  } catch (error) {
    if (!['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(error.cause?.code)) throw error;
  }
}

// Made before anything is measured: a test that builds its bodies keeps its own bystander waiting.
const denseTail = `,"x":${dense(1_000_000)}`;
const largeForm = Buffer.from(`--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n${'a'.repeat(15 << 20)}\r\n--x--\r\n`);

row('S381', 'uploads and forms that are held in memory', alone, async hands => {
  const { server } = await programmeOn(await hands.server('programme'));
  const upload = Buffer.from(`{"_ApplicationId":"${server.keys.appId}","base64":"${'A'.repeat(1 << 20)}"${denseTail}}`);
  const type = 'multipart/form-data; boundary=x';
  await costOnProgramme(hands, async () => {
    const from = stranger();
    refused(await server.send('POST', '/files/a.txt', { body: upload, from, app: null }), '400/107');
    await Promise.all(Array.from({ length: 8 }, () => refusedOrCut(server.send('POST', '/functions/setupState', { body: largeForm, type, from }), '400/116')));
  });
});

row('S382', 'calls that are not charged', async ({ server }) => {
  const product = await server('product');
  const calls = [['POST', '', {}], ['POST', '/functions/nope', '{'], ['POST', '/functions/nope', '[]']];
  for (const [method, path, body] of calls) {
    const from = stranger();
    const answers = [];
    for (let turn = 0; turn < 25; turn += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 30 }, () => product.send(method, path, { body, from })))));
    }
    assert.ok(answers.some(({ status }) => status === 429), `${method} ${path || '/'} is not limited`);
  }
});

row('S383', 'questions whether the server is ready', alone, async ({ server }) => {
  const product = await server('product');
  const committed = async () => {
    const [{ committed: count }] = await product.sql('SELECT xact_commit::int AS committed FROM pg_stat_database WHERE datname = current_database()');
    return count;
  };
  const before = await committed();
  const from = stranger();
  for (let turn = 0; turn < 100; turn += 1) {
    await Promise.all(Array.from({ length: 30 }, async () => assert.equal((await product.send('GET', '/ready', { from })).status, 200)));
  }
  // What each connection counted is written within a second.
  await pause(1500);
  const asked = (await committed()) - before;
  assert.ok(asked < 1500, `3000 questions were ${asked} transactions`);
});

row('S384', 'long conditions that a tester keeps', alone, hands =>
  costOnProgramme(hands, async programme => {
    const as = await programme.tester();
    return dialling(programme.server, async (_, dial) => {
      const socket = await dial.connected({ as });
      const until = performance.now() + 10_000;
      const lists = Array.from({ length: 8 }, (_, list) => ({ [`n${list}`]: { $nin: Array.from({ length: 900 }, (_, number) => number % 10) } }));
      const answers = Array.from({ length: 40 }, (_, k) => async () => {
        const seen = socket.frames.length;
        if (!socket.isOpen || performance.now() > until) return;
        socket.send({ ...subscribe({ className: 'Issue', where: { number: { $ne: k }, $and: lists } }), requestId: k + 1 });
        await Promise.race([socket.heard(() => true, { from: seen }).catch(() => undefined), socket.closed]);
      });
      return timeEach(answers);
    });
  })
);
