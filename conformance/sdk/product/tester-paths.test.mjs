// Whatever a tester sends, by whichever way: what the programme decides about issues and people stays.
import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { fresh } from '../../harness/names.mjs';
import { functionsOfTheProduct } from '../../harness/product-functions.mjs';
import { testers } from '../../harness/testers.mjs';

const stage = connect(import.meta.dirname);
const { Parse, it, send } = stage;
const { run, administrator, tester, build, report, confirmed } = testers(stage);

/** What the programme decides, with what a tester would rather have. */
const DECIDED = {
  Issue: {
    severity: 'S1', quality: 'A', status: 'verified', resolution: 'duplicate', visibility: 'private', pointsCycle: 9, voteCount: 999,
    proofCount: 99, impact: 99, regressions: 3, confirmedAt: { __type: 'Date', iso: '2026-01-01T00:00:00.000Z' }, number: 1, assumed: true,
    settledAt: { __type: 'Date', iso: '2026-01-01T00:00:00.000Z' }, submittedAt: { __type: 'Date', iso: '2020-01-01T00:00:00.000Z' },
  },
  _User: {
    isAdmin: true, trustLevel: 4, trustPinned: true, status: 'deleted', personId: 'someone', acceptedCount: 99, decidedCount: 99,
    accuracyBps: 10_000, spamCount: -5, riskState: 'held', lastActiveOn: { __type: 'Date', iso: '2020-01-01T00:00:00.000Z' },
  },
};

const OPERATIONS = [
  value => value,
  value => (typeof value === 'number' ? { __op: 'Increment', amount: 5 } : undefined),
  () => ({ __op: 'Delete' }),
  value => ({ __op: 'AddUnique', objects: [value] }),
  value => ({ __op: 'SetOnInsert', amount: value }),
  value => ({ __op: 'Batch', ops: [{ __op: 'Add', objects: [value] }] }),
];

/** All ways to write one value to one field of an object that exists. */
function* writesTo(className, id) {
  for (const [field, value] of Object.entries(DECIDED[className])) {
    for (const operation of OPERATIONS) {
      const sent = operation(value);
      if (sent !== undefined) yield { [field]: sent };
    }
    yield { [`${field}.x`]: value };
  }
  yield { _rperm: ['*'], _wperm: ['*'] };
  yield { ACL: { '*': { read: true, write: true } } };
  yield { ACL: { [id]: { read: true, write: true } } };
}

let made;
/** A tester with a confirmed report, who wants more of it. */
const wanted = () => (made ??= prepare());

async function prepare() {
  const [keeper, eve, rin] = [await administrator(), await tester('known'), await tester()];
  const own = await report(eve);
  await run(keeper, 'pointsAdjust', { user: eve.id, amount: 30, reason: 'Helped newcomers on the first day.', rule: 'manual' });
  const other = await report(rin);
  return { keeper, eve, rin, own, other };
}

const asOperator = (className, where) => send('GET', `/classes/${className}`, { key: 'master', query: { where, limit: 1000, order: 'createdAt' } });

/** Everything the programme has decided about these people and issues. */
async function decisions({ eve, rin, own, other, keeper }) {
  const people = [eve, rin, keeper];
  const users = (await asOperator('_User', { objectId: { $in: people.map(({ id }) => id) } })).body.results;
  const issues = (await asOperator('Issue', { objectId: { $in: [own.id, other.id] } })).body.results;
  const entries = (await asOperator('PointsEntry', { user: { $in: people.map(({ pointer }) => pointer) } })).body.results;
  const standings = (await asOperator('Standing', { personId: { $in: people.map(({ id }) => id) } })).body.results;
  const pick = (row, names) => Object.fromEntries(names.map(name => [name, row[name]]));
  return {
    users: users.map(row => pick(row, ['objectId', ...Object.keys(DECIDED._User).filter(name => name !== 'lastActiveOn')])),
    issues: issues.map(row => pick(row, ['objectId', 'reporter', 'assignee', 'duplicateOf', 'buildFixed', ...Object.keys(DECIDED.Issue)])),
    entries: entries.map(({ seq, amount, user }) => [seq, amount, user.objectId]),
    standings: standings.map(row => pick(row, ['personId', 'total', 'highCount', 'eligible'])),
  };
}

/** Nothing the programme has decided may change while `work` runs. */
async function decidesNothing(work) {
  const all = await wanted();
  const before = await decisions(all);
  await work(all);
  assert.deepEqual(await decisions(all), before);
}

/** The answer must be a refusal. */
function isRefused(answer, what) {
  assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
}

it('saves by the SDK on an issue change nothing', () =>
  decidesNothing(async ({ eve, own, other }) => {
    for (const { id } of [own, other]) {
      for (const [field, value] of Object.entries(DECIDED.Issue)) {
        const issue = new Parse.Object('Issue');
        issue.id = id;
        await assert.rejects(issue.save({ [field]: value.iso ? new Date(value.iso) : value }, eve.as), `Issue.${field}`);
      }
    }
    await assert.rejects(new Parse.Object('Issue').save({ title: 'A report past the door', severity: 'S1' }, eve.as));
  })
);

it('writes over the wire with every operation on an issue change nothing', () =>
  decidesNothing(async ({ eve, own }) => {
    for (const body of writesTo('Issue', eve.id)) {
      isRefused(await send('PUT', `/classes/Issue/${own.id}`, { token: eve.token, body }), JSON.stringify(body));
    }
  })
);

it('writes with every operation on the own account and that of others change nothing', () =>
  decidesNothing(async ({ eve, rin, keeper }) => {
    for (const body of writesTo('_User', eve.id)) {
      for (const path of [`/users/${eve.id}`, `/classes/_User/${eve.id}`]) {
        isRefused(await send('PUT', path, { token: eve.token, body }), `${path} ${JSON.stringify(body)}`);
      }
    }
    for (const { id } of [rin, keeper]) {
      for (const body of [{ isAdmin: true }, { trustLevel: 0 }, { username: fresh('x') }, { password: 'taken over by eve' }]) {
        isRefused(await send('PUT', `/users/${id}`, { token: eve.token, body }), JSON.stringify(body));
      }
      isRefused(await send('DELETE', `/users/${id}`, { token: eve.token }), 'delete');
    }
  })
);

it('the SDK saves the own account with what is the programme’s, and is refused', () =>
  decidesNothing(async ({ eve }) => {
    for (const [field, value] of Object.entries(DECIDED._User)) {
      const user = await Parse.User.become(eve.token);
      await assert.rejects(user.save({ [field]: value.iso ? new Date(value.iso) : value }, eve.as), `_User.${field}`);
    }
  })
);

it('no user signs up as more than a newcomer', async () => {
  for (const [field, value] of Object.entries(DECIDED._User)) {
    for (const sent of [value, { __op: 'SetOnInsert', amount: value }]) {
      const username = fresh('s-');
      const body = { username, password: 'correct horse battery', [field]: sent };
      const answer = await send('POST', '/users', { body });
      isRefused(answer, field);
      assert.deepEqual((await asOperator('_User', { username })).body.results, []);
    }
  }
  const extras = [{ ACL: { '*': { read: true } } }, { _rperm: ['*'] }, { objectId: 'chosenbyme' }, { _hashed_password: 'x' }, { sessionToken: 'r:mine' }];
  for (const extra of extras) {
    const username = fresh('s-');
    await send('POST', '/users', { body: { username, password: 'correct horse battery', ...extra } });
    for (const user of (await asOperator('_User', { username })).body.results) {
      assert.deepEqual([user.isAdmin, user.trustLevel, user.status, user.ACL?.['*']], [false, 0, 'active', undefined], JSON.stringify(extra));
    }
  }
});

it('the batch carries no write past the door', () =>
  decidesNothing(async ({ eve, own }) => {
    const requests = [...writesTo('Issue', eve.id)].slice(0, 40).map(body => ({ method: 'PUT', path: `/parse/classes/Issue/${own.id}`, body }));
    requests.push({ method: 'PUT', path: `/parse/users/${eve.id}`, body: { isAdmin: true } });
    requests.push({ method: 'POST', path: '/parse/classes/PointsEntry', body: { user: eve.pointer, amount: 1000, season: 1 } });
    requests.push({ method: 'POST', path: '/parse/functions/issueAccept', body: { number: own.number, severity: 'S1' } });
    const answer = await send('POST', '/batch', { token: eve.token, body: { requests } });
    assert.ok(answer.body.every(({ error }) => error), answer.text);
    for (const request of requests.slice(-3)) {
      const whole = await send('POST', '/batch', { token: eve.token, body: { transaction: true, requests: [request] } });
      assert.ok(whole.status >= 400 || whole.body.every(({ error }) => error), whole.text);
    }
  })
);

it('relations and roles give testers no rights', () =>
  decidesNothing(async ({ eve }) => {
    const { body } = await send('GET', '/roles', { key: 'master', query: { where: { name: 'administrators' } } });
    const [{ objectId }] = body.results;
    const joined = { users: { __op: 'AddRelation', objects: [eve.pointer] } };
    isRefused(await send('PUT', `/roles/${objectId}`, { token: eve.token, body: joined }), 'joining the role');
    isRefused(await send('PUT', `/classes/_Role/${objectId}`, { token: eve.token, body: joined }), 'joining the role');
    isRefused(await send('POST', '/classes/_Join:users:_Role', { token: eve.token, body: { owningId: objectId, relatedId: eve.id } }), 'the join itself');
    const own = { name: fresh('role'), ACL: { [eve.id]: { read: true, write: true } }, roles: { __op: 'AddRelation', objects: [{ __type: 'Pointer', className: '_Role', objectId }] } };
    await send('POST', '/roles', { token: eve.token, body: own });
    const double = { name: 'administrators', ACL: { [eve.id]: { read: true, write: true } }, ...joined };
    isRefused(await send('POST', '/roles', { token: eve.token, body: double }), 'a second role of administrators');
    for (const name of ['settings', 'audit', 'people', 'triageQueue']) {
      isRefused(await send('POST', `/functions/${name}`, { token: eve.token, body: {} }), name);
    }
  })
);

it('sessions cannot be moved to another user', () =>
  decidesNothing(async ({ eve, keeper }) => {
    const me = (await send('GET', '/sessions/me', { token: eve.token })).body;
    for (const body of [{ user: keeper.pointer }, { sessionToken: keeper.token }, { restricted: false, user: keeper.pointer }]) {
      await send('PUT', `/sessions/${me.objectId}`, { token: eve.token, body });
      await send('PUT', '/sessions/me', { token: eve.token, body });
      await send('POST', '/sessions', { token: eve.token, body });
    }
    isRefused(await send('POST', '/functions/settings', { token: eve.token, body: {} }), 'settings');
    isRefused(await send('POST', '/loginAs', { token: eve.token, query: { userId: keeper.id } }), 'loginAs');
  })
);

it('every function of administrators refuses testers, whatever they send', () =>
  decidesNothing(async ({ eve, own, other, rin }) => {
    const everything = {
      number: own.number, into: other.number, user: eve.id, amount: 100, reason: 'Because I would like to have them.', rule: 'manual', severity: 'S1',
      quality: 'A', isAdmin: true, confirm: eve.username, level: 4, status: 'active', season: 1, seq: 1, key: 'access.mode', value: 'open', id: own.id,
    };
    const { Administrator } = functionsOfTheProduct();
    assert.ok(Administrator.length > 20, `only ${Administrator.length} functions were found`);
    for (const name of Administrator) {
      for (const who of [eve, rin]) {
        for (const body of [{}, { number: own.number }, everything, { user: who.id }]) {
          const answer = await send('POST', `/functions/${name}`, { token: who.token, body });
          assert.equal(answer.body?.code, 119, `${name}: ${answer.status} ${answer.text}`);
        }
      }
      const answer = await send('POST', `/functions/${name}`, { body: everything });
      assert.equal(answer.body?.code, 209, `${name}, signed out: ${answer.status} ${answer.text}`);
    }
  })
);

it('every function of testers needs a session', async () => {
  for (const name of functionsOfTheProduct().Member) {
    const answer = await send('POST', `/functions/${name}`, { body: {} });
    assert.equal(answer.body?.code, 209, `${name}: ${answer.status} ${answer.text}`);
  }
});

it('functions of testers take nothing that is the programme’s', () =>
  decidesNothing(async ({ eve, rin, own, other }) => {
    const asked = { kind: 'bug', title: 'The quote is stale again here', body: 'After a minute the quote is refused, although shown.', area: 'swap', build: await build() };
    for (const extra of [{ severity: 'S1' }, { status: 'confirmed' }, { quality: 'A' }, { reporter: rin.id }, { submittedAt: '2020-01-01T00:00:00.000Z' }, { number: 1 }, { heldBack: false }, { points: 100 }]) {
      isRefused(await send('POST', '/functions/issueSubmit', { token: eve.token, body: { ...asked, ...extra } }), JSON.stringify(extra));
      isRefused(await send('POST', '/functions/issueEdit', { token: eve.token, body: { number: own.number, version: null, ...extra } }), JSON.stringify(extra));
    }
    const calls = [
      ['issueVote', { number: other.number, user: rin.id }],
      ['issueVote', { number: other.number, proof: true }],
      ['issueWithdraw', { number: other.number }],

      ['issueReopen', { number: other.number, reason: 'I think this should be looked at again, by another user, soon.' }],
      ['fixCheckSubmit', { number: own.number, build: await build(), verdict: 'works', counted: true }],
      ['commentAdd', { number: other.number, body: 'An official answer.', kind: 'official' }],
      ['commentAdd', { number: other.number, body: 'A staff note of mine.', internal: true }],
      ['commentAdd', { number: other.number, body: 'By another user.', author: rin.id }],
      ['memberPrefsSet', { isAdmin: true }],
      ['memberPrefsSet', { privacy: { showOnLeaderboard: true, trustLevel: 4 } }],
      ['setupComplete', { token: 'x', username: 'eve-again', password: 'correct horse battery' }],
      ['exportStart', {}],
    ];
    for (const [name, body] of calls) {
      isRefused(await send('POST', `/functions/${name}`, { token: eve.token, body }), `${name} ${JSON.stringify(body)}`);
    }
  })
);

it('doors of operators are closed to testers and administrators alike', () =>
  decidesNothing(async ({ eve, keeper }) => {
    const doors = [
      ['GET', '/schemas'], ['PUT', '/schemas/Issue', { classLevelPermissions: {} }], ['DELETE', '/schemas/Issue'], ['POST', '/hooks/functions', { functionName: 'issueAccept', url: 'http://127.0.0.1/x' }],
      ['PUT', '/config', { params: { x: 1 } }], ['POST', '/jobs/x', {}], ['GET', '/aggregate/Issue?$match={}'], ['DELETE', '/purge/Issue'], ['GET', '/scriptlog'],
    ];
    for (const who of [eve, keeper]) {
      for (const [method, path, body] of doors) isRefused(await send(method, path, { token: who.token, body }), `${method} ${path}`);
      isRefused(await send('GET', '/aggregate/PointsEntry', { token: who.token, query: { $group: { _id: '$user', total: { $sum: '$amount' } } } }), 'aggregate');
    }
  })
);

it('questions about what testers do not see are refused or find nothing', async () => {
  const { eve, own } = await wanted();
  const hidden = { Issue: ['quality', 'heldBack', 'stateBeforeMerge', 'snoozedUntil'], Comment: ['heldBack', 'helpfulBy'], PointsEntry: ['personId'], _User: ['email', 'personId', 'riskState'] };
  for (const [name, fields] of Object.entries(hidden)) {
    for (const field of fields) {
      const wheres = [{ [field]: { $exists: true } }, { [field]: { $ne: null } }, { $or: [{ [field]: 'A' }, { [field]: 'B' }] }, { $and: [{ [field]: { $exists: true } }] }, { $nor: [{ [field]: 'C' }] }, { [`${field}.x`]: 1 }];
      for (const where of wheres) isRefused(await send('GET', `/classes/${name}`, { token: eve.token, query: { where } }), `${name} ${JSON.stringify(where)}`);
      for (const query of [{ order: field }, { order: `-${field}` }, { distinct: field }]) {
        const answer = await send('GET', query.distinct ? `/aggregate/${name}` : `/classes/${name}`, { token: eve.token, query });
        isRefused(answer, `${name} ${JSON.stringify(query)}`);
      }
      const keyed = await send('GET', `/classes/${name}`, { token: eve.token, query: { keys: field, limit: 5 } });
      if (keyed.status === 200 && name !== '_User') assert.ok(keyed.body.results.every(row => row[field] === undefined), keyed.text);
    }
  }
  const indirect = [
    ['/classes/Issue', { where: { reporter: { $inQuery: { className: '_User', where: { email: { $exists: true } } } } } }],
    ['/classes/Issue', { where: { objectId: { $select: { query: { className: 'AuditEntry', where: {} }, key: 'targetId' } } } }],
    ['/classes/Vote', { where: { issue: { $inQuery: { className: 'Issue', where: { quality: 'A' } } } } }],
    ['/classes/Issue', { where: { $relatedTo: { object: { __type: 'Pointer', className: '_Role', objectId: 'x' }, key: 'users' } } }],
    ['/classes/AuditEntry', { redirectClassNameForKey: 'actor' }],
    ['/classes/Issue', { redirectClassNameForKey: 'reporter' }],
    ['/classes/Invitation', { redirectClassNameForKey: 'createdBy' }],
  ];
  for (const [path, query] of indirect) {
    const answer = await send('GET', path, { token: eve.token, query });
    if (answer.status === 200) {
      const others = answer.body.results.filter(({ objectId }) => objectId !== eve.id);
      if (query.redirectClassNameForKey) assert.deepEqual(others, [], JSON.stringify(query));
      else assert.ok(others.every(row => row.email === undefined), JSON.stringify(query));
      if (JSON.stringify(query).includes('AuditEntry')) assert.deepEqual(answer.body.results, []);
    } else isRefused(answer, JSON.stringify(query));
  }
  const included = await send('GET', '/classes/Issue', { token: eve.token, query: { where: { objectId: own.id }, include: 'reporter,assignee,buildReported.x' } });
  assert.ok(!/"email"|"personId"|"riskState"|_hashed_password|sessionToken/.test(included.text.replaceAll(`"objectId":"${eve.id}"`, '')) || included.body.results.every(({ reporter }) => reporter.objectId === eve.id));
});
