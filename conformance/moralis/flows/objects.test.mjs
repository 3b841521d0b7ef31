import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { asOperator, fresh, openPage } from '../stage/page-world.mjs';

const { Moralis } = await openPage();
const Issue = Moralis.Object.extend('Issue');

const cloud = createServer((request, response) => {
  let body = '';
  request.on('data', part => (body += part));
  request.on('end', () => {
    const { params } = JSON.parse(body);
    const when = { __type: 'Date', iso: '2024-01-01T00:00:00.000Z' };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ success: { greeting: `hi ${params.name}`, when } }));
  });
});

before(async () => {
  cloud.listen(0, '127.0.0.1');
  await once(cloud, 'listening');
  const url = `http://127.0.0.1:${cloud.address().port}/hello`;
  const { status } = await asOperator('POST', 'hooks/functions', { functionName: 'hello', url });
  assert.equal(status, 200);
});
after(() => cloud.close());

test('objects are made, found, counted, changed and removed', async () => {
  const status = fresh('open');
  const issue = new Issue();
  await issue.save({ status, title: 't', n: 1 });
  issue.increment('n');
  issue.unset('title');
  await issue.save();
  assert.equal(issue.get('n'), 2);

  const query = new Moralis.Query('Issue').equalTo('status', status).limit(10).descending('createdAt');
  assert.deepEqual((await query.find()).map(({ id }) => id), [issue.id]);
  assert.equal((await query.first()).id, issue.id);
  assert.equal(await query.count(), 1);
  await issue.destroy();
  await assert.rejects(new Moralis.Query('Issue').get(issue.id), { code: 101, message: 'Object not found.' });
});

test('many objects go in one request', async () => {
  const status = fresh('batch');
  await Moralis.Object.saveAll(Array.from({ length: 25 }, (_, n) => new Issue({ status, n })));
  assert.equal(await new Moralis.Query('Issue').equalTo('status', status).count(), 25);
});

test('two clients add to one array, and neither loses the other', async () => {
  const issue = await new Issue().save({ tags: ['a'] });
  const twin = Issue.createWithoutData(issue.id);
  twin.addUnique('tags', 'b');
  await twin.save();
  issue.addUnique('tags', 'c');
  await issue.save();
  assert.deepEqual([...issue.get('tags')].sort(), ['a', 'b', 'c']);
});

test('a function of the server answers, dates are dates, and an unknown one is 141', async () => {
  assert.deepEqual(await Moralis.Cloud.run('hello', { name: 'x' }), {
    greeting: 'hi x',
    when: new Date('2024-01-01T00:00:00.000Z'),
  });
  await assert.rejects(Moralis.Cloud.run('nosuch'), { code: 141 });
});

test('a file is kept and comes back', async () => {
  const user = new Moralis.User({ username: fresh('file'), password: 'a plain long phrase' });
  await user.signUp();
  const file = new Moralis.File('a.txt', { base64: Buffer.from('hello').toString('base64') }, 'text/plain');
  await file.save();
  const answer = await fetch(file.url());
  assert.equal(await answer.text(), 'hello');
  await Moralis.User.logOut();
});
