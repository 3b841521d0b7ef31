import assert from 'node:assert/strict';
import { connect, fresh } from '../../harness/connect.mjs';
import { answered, failedWith, refused, succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send, person } = connect(import.meta.dirname);

function batch(requests, { transaction, ...options } = {}) {
  return send('POST', '/batch', {
    body: transaction === undefined ? { requests } : { requests, transaction },
    ...options,
  });
}

const create = (className, body) => ({ method: 'POST', path: `/parse/classes/${className}`, body });

it('a batch answers in the order of its requests', async () => {
  const Thing = fresh();
  const [one, two] = await Parse.Object.saveAll([1, 2].map(n => new Parse.Object(Thing, { n })));
  const answer = await batch([
    create(Thing, { n: 2 }),
    { method: 'PUT', path: `/parse/classes/${Thing}/${one.id}`, body: { n: 3 } },
    { method: 'DELETE', path: `/parse/classes/${Thing}/${two.id}`, body: {} },
  ]);
  const [made, changed, gone] = succeeded(answer);
  assert.deepEqual(Object.keys(made.success).sort(), ['createdAt', 'objectId']);
  assert.deepEqual(Object.keys(changed.success), ['updatedAt']);
  assert.deepEqual(gone.success, {});
});

it('one failure does not stop the others', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 1 });
  const [bad, good] = succeeded(await batch([create(Thing, { n: 'one' }), create(Thing, { n: 2 })]));
  assert.deepEqual(bad.error, {
    code: 111,
    error: `schema mismatch for ${Thing}.n; expected Number but got String`,
  });
  assert.ok(good.success.objectId);
});

it('a batch reads', async () => {
  const Thing = fresh();
  const saved = await new Parse.Object(Thing).save({ n: 1 });
  const [one, many] = succeeded(
    await batch([
      { method: 'GET', path: `/parse/classes/${Thing}/${saved.id}` },
      { method: 'GET', path: `/parse/classes/${Thing}`, body: { where: { n: 1 } } },
    ])
  );
  assert.equal(one.success.n, 1);
  assert.equal(many.success.results.length, 1);
});

it('a batch runs as the one who sent it', async () => {
  const ada = await person();
  const [whoami] = succeeded(
    await batch([{ method: 'POST', path: '/parse/functions/whoami', body: {} }], { token: ada.token })
  );
  assert.equal(whoami.success.result.user, ada.id);
});

it('a batch increments and returns the results', async () => {
  const saved = await new Parse.Object(fresh()).save({ n: 1 });
  const bump = {
    method: 'PUT',
    path: `/parse/classes/${saved.className}/${saved.id}`,
    body: { n: { __op: 'Increment', amount: 2 } },
  };
  const answers = succeeded(await batch([bump, bump]));
  assert.deepEqual(answers.map(({ success }) => success.n).sort(), [3, 5]);
});

it('a batch runs its requests in order', {
  differs: 'Parse Server runs them at the same time',
}, async () => {
  const Thing = fresh();
  const answers = succeeded(await batch([create(Thing, { f: 1 }), create(Thing, { f: 'text' })]));
  assert.ok(answers[0].success);
  assert.equal(answers[1].error.code, 111);
});

it('a path outside the mount fails the whole batch', async () => {
  const answer = await batch([{ method: 'POST', path: '/classes/Thing', body: {} }]);
  answered(answer, 400, { code: 107, error: 'cannot route batch path /classes/Thing' });
});

it('a path nobody serves fails the whole batch', async () => {
  const answer = await batch([{ method: 'GET', path: '/parse/nope' }]);
  answered(answer, 400, { code: 107, error: 'cannot route GET /nope' });
});

it('a batch in a batch is refused', async () => {
  const answer = await batch([{ method: 'POST', path: '/parse/batch', body: { requests: [] } }]);
  failedWith(answer, 400, 107, 'nested batch requests are not allowed');
});

it('requests that are no array are refused', async () => {
  failedWith(await batch('all'), 400, 107, 'requests must be an array');
});

it('a path that is no text is refused', async () => {
  failedWith(await batch([{ method: 'GET', path: 7 }]), 400, 107, 'batch request path must be a string');
});

it('an empty batch answers with an empty list', async () => {
  answered(await batch([]), 200, []);
});

it('a transaction that goes well keeps everything', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 0 });
  const answers = succeeded(await batch([create(Thing, { n: 1 }), create(Thing, { n: 2 })], { transaction: true }));
  assert.deepEqual(answers.map(({ success }) => Boolean(success.objectId)), [true, true]);
  assert.equal(await new Parse.Query(Thing).count(), 3);
});

it('a transaction that fails keeps nothing', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 0 });
  const answer = await batch([create(Thing, { n: 1 }), create(Thing, { n: 'two' })], { transaction: true });
  assert.ok(answer.status >= 400, answer.text);
  assert.equal(await new Parse.Query(Thing).count(), 1);
});

it('a failed transaction answers with the first failure', {
  differs: 'Parse Server answers 500, which the SDK would retry',
}, async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 0 });
  const answer = await batch([create(Thing, { n: 1 }), create(Thing, { n: 'two' })], { transaction: true });
  answered(answer, 400, {
    code: 111,
    error: `schema mismatch for ${Thing}.n; expected Number but got String`,
  });
});

it('saveAll in a transaction saves all', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 0 });
  await Parse.Object.saveAll([1, 2, 3].map(n => new Parse.Object(Thing, { n })), { transaction: true });
  assert.equal(await new Parse.Query(Thing).count(), 4);
});

it('saveAll in a transaction saves none when one is refused', {
  differs: 'Parse Server answers 500, which the SDK retries',
}, async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 0 });
  const objects = [1, 'two', 3].map(n => new Parse.Object(Thing, { n }));
  // The SDK hands the one failure of the batch to each of its objects.
  const failures = await Parse.Object.saveAll(objects, { transaction: true }).catch(errors => errors);
  const message = `schema mismatch for ${Thing}.n; expected Number but got String`;
  assert.deepEqual(failures.map(failure => failure.message), [message, message, message]);
  assert.equal(await new Parse.Query(Thing).count(), 1);
});

it('a transaction updates and deletes as one', async () => {
  const Thing = fresh();
  const [one, two] = await Parse.Object.saveAll([1, 2].map(n => new Parse.Object(Thing, { n })));
  const answer = await batch(
    [
      { method: 'PUT', path: `/parse/classes/${Thing}/${one.id}`, body: { n: 10 } },
      { method: 'DELETE', path: `/parse/classes/${Thing}/${two.id}`, body: {} },
    ],
    { transaction: true }
  );
  succeeded(answer);
  assert.deepEqual((await new Parse.Query(Thing).find()).map(object => object.get('n')), [10]);
});

it('a batch may call a function and log in', async () => {
  const ada = await person();
  const [hello, login] = succeeded(
    await batch([
      { method: 'POST', path: '/parse/functions/hello', body: {} },
      { method: 'POST', path: '/parse/login', body: { username: ada.username, password: ada.password } },
    ])
  );
  assert.equal(hello.success.result, 'Hello world');
  assert.equal(login.success.objectId, ada.id);
});

it('saveAll reports which object was refused', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 0 });
  const objects = [1, 'two'].map(n => new Parse.Object(Thing, { n }));
  await refused(Parse.Object.saveAll(objects), 111);
  assert.equal(await new Parse.Query(Thing).count(), 2);
});
