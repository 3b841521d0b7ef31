// Section A, third part: batches.
import assert from 'node:assert/strict';
import { allowed, forEach, refused, unchanged } from '../answers.mjs';
import { CLOSED, OPEN, fresh } from '../attacked.mjs';
import { programmeOn } from '../programme.mjs';
import { row } from '../row.mjs';

const creating = (Thing, body = {}) => ({ method: 'POST', path: `/parse/classes/${Thing}`, body });

row('A23', 'batch: too many items', { note: 'Parse Server has no limit by default, so the profile parse has none either' }, async ({ server }) => {
  const product = await server('product');
  const Thing = await product.classWith();
  for (const count of [51, 10_000]) {
    const requests = Array.from({ length: count }, () => creating(Thing));
    refused(await product.send('POST', '/batch', { body: { requests } }), '400/107', '413/116', '413');
    assert.equal(await product.countOf(Thing), 0);
  }
});

row('A24', 'batch: nested or foreign path', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith();
    const inner = { requests: [creating(Thing)] };
    const paths = [
      '/parse/batch', '/parse/batch/', '/parse/BATCH', '/parse/b%61tch', '/parse//batch', '/parse/./batch', '/parse/../admin', '/admin', 5, null, {}, [`/parse/classes/${Thing}`],
      `http://127.0.0.1/parse/classes/${Thing}`, `//evil.example/parse/classes/${Thing}`, `/parsex/classes/${Thing}`, `/other/classes/${Thing}`, '', `classes/${Thing}`,
    ];
    await unchanged(server, Thing, () =>
      forEach(paths, async path => {
        const answer = await server.send('POST', '/batch', { body: { requests: [{ method: 'POST', path, body: inner }] } });
        if (answer.status === 200) assert.ok(answer.body.every(({ error }) => error), answer.text);
        else refused(answer, '400/107', '400', '404');
      })
    );
    for (const requests of [5, 'x', {}, null, [5], [null], [[]]]) {
      const answer = await server.send('POST', '/batch', { body: { requests } });
      if (answer.status === 200) assert.ok(answer.body.every(({ error }) => error), answer.text);
      else refused(answer, '400/107', '400');
    }
  })
);

row('A25', 'batch: rate-limit escape', async ({ server }) => {
  const product = await server('product');
  const from = '198.51.100.25';
  const attempts = count =>
    Array.from({ length: count }, () => ({ method: 'POST', path: '/parse/login', body: { username: fresh('n-'), password: 'wrong password' } }));
  const codes = [];
  for (let batch = 0; batch < 3; batch += 1) {
    const answer = await product.send('POST', '/batch', { from, body: { requests: attempts(20) } });
    if (answer.status === 200) codes.push(...answer.body.map(({ error }) => error?.code));
    else codes.push(...Array(20).fill(answer.body?.code));
  }
  const through = codes.filter(code => code === 101).length;
  assert.ok(through <= 20, `${through} of 60 attempts in batches reached the password`);
  assert.ok(codes.filter(code => [100, 155].includes(code)).length >= 40, `${codes}`);
  // What a few seconds give back is used up by the first of these.
  let last;
  for (let call = 0; call < 4; call += 1) last = await product.send('POST', '/login', { from, body: attempts(1)[0].body });
  refused(last, '429/155', '429/100');
});

row('A26', 'batch: privilege mixing', ({ both }) =>
  both(async server => {
    const Closed = await server.classWith({ clp: CLOSED, fields: { title: 'String' } });
    const Open = await server.classWith({ clp: OPEN, fields: { title: 'String' } });
    const [ada, eve] = [await server.person(), await server.person()];
    const { masterKey, appId } = server.keys;
    const inner = [{ _MasterKey: masterKey }, { _MasterKey: masterKey, _ApplicationId: appId }, { _SessionToken: ada.token }];
    await unchanged(server, [Closed, '_User'], () =>
      forEach(inner, async credentials => {
        const requests = [
          creating(Closed, { title: 'x', ...credentials }),
          { ...creating(Closed, { title: 'x' }), headers: { 'X-Parse-Master-Key': masterKey } },
          { method: 'PUT', path: `/parse/users/${ada.id}`, body: { phone: '1', ...credentials } },
          { method: 'GET', path: `/parse/classes/${Closed}`, body: credentials },
        ];
        const { body, status, text } = await server.send('POST', '/batch', { as: eve, body: { requests } });
        if (status !== 200) return;
        assert.ok(body.every(({ error }) => error), text);
      })
    );
    const requests = [{ method: 'POST', path: '/parse/functions/whoami', body: { _SessionToken: ada.token, _MasterKey: masterKey } }];
    const answer = await server.send('POST', '/batch', { as: eve, body: { requests } });
    if (answer.body?.[0]?.success) assert.deepEqual([answer.body[0].success.result.user, answer.body[0].success.result.master], [eve.id, false]);
    assert.equal(await server.countOf(Open), 0);
  })
);

row('A27', 'batch: half-done transaction', ({ both, server }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { n: 'Number' } });
    const { path } = await server.object(Thing, { n: 1 });
    const failing = [creating(Thing, { n: 'text' }), creating(fresh('Nowhere$')), { method: 'DELETE', path: `/parse/classes/${Thing}/missing` }, { method: 'PUT', path: `/parse${path}`, body: { n: { __op: 'Nonsense' } } }];
    await forEach(failing, item =>
      unchanged(server, Thing, async () => {
        const requests = [creating(Thing, { n: 2 }), { method: 'PUT', path: `/parse${path}`, body: { n: { __op: 'Increment', amount: 1 } } }, item];
        const answer = await server.send('POST', '/batch', { body: { transaction: true, requests } });
        if (answer.status === 200) assert.fail(`the batch was accepted: ${answer.text}`);
        assert.ok(answer.status >= 400 && answer.status < 500, answer.text);
      })
    );
    const requests = [creating(Thing, { n: 2 }), creating(Thing, { n: 3 })];
    allowed(await server.send('POST', '/batch', { body: { transaction: true, requests } }));
    assert.equal(await server.countOf(Thing), 3);
  }).then(() => nothingIsHeld(server))
);

/** A command holds what others wait for, such as the next number of an issue, so a batch cannot keep it open. */
async function nothingIsHeld(server) {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const [eve, ada] = [await programme.tester(), await programme.tester()];
  const submit = { kind: 'bug', title: 'I hold the number of the next report', body: 'And all others wait until I am done with it.', area: 'swap', build: programme.builds[0].id };
  const slow = { method: 'PUT', path: `/parse/users/${eve.id}`, body: { password: app.keepSecret(fresh('Nv7-')) } };
  const calls = ['issueSubmit', 'issueVote', 'memberPrefsSet'].map(name => ({ method: 'POST', path: `/parse/functions/${name}`, body: name === 'issueSubmit' ? submit : {} }));
  await unchanged(app, ['Issue', 'IssueEvent'], () =>
    forEach(calls, async call => {
      const requests = [call, ...Array(5).fill(slow)];
      refused(await app.send('POST', '/batch', { as: eve, body: { transaction: true, requests } }), '400/119');
      refused(await app.send('POST', '/batch', { as: eve, body: { transaction: true, requests: requests.toReversed() } }), '400/119');
    })
  );
  allowed(await app.logIn(eve, { from: eve.address }));
  await programme.report(ada);
}
