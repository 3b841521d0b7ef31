// Both servers on one database at the same time: what one does, the other can use.
import assert from 'node:assert/strict';
import { eventually } from './checks.mjs';
import { PASSWORDS } from './fill/people.mjs';
import { date, master, pointer } from './rest.mjs';

// Parse Server keeps sessions and roles for five seconds and does not notice changes to them by other programs.
const CACHE_SECONDS = 12;

async function shareSchema(checks, one, other, tag) {
  const className = `Shared${tag}`;
  await checks.check(`A class made by ${one.name} is usable by ${other.name}`, async () => {
    const { objectId } = await one.post(`classes/${className}`, { title: 'first' });
    // The other hears of the class by a notification, which may come after the answer.
    await eventually(`${other.name} finds the object`, async () => {
      const { body } = await other.send('GET', `classes/${className}/${objectId}`);
      return body.title === 'first';
    });
    await other.post(`classes/${className}`, { title: 'second' });
    const { count } = await one.get(`classes/${className}`, { params: { where: { title: 'second' }, count: '1' } });
    assert.equal(count, 1);
  });
  await checks.check(`Fields made by ${one.name} are read with their types by ${other.name}`, async () => {
    const fields = { when: date('2024-06-07T08:09:10.011Z'), link: pointer(className, 'somewhere'), size: 3 };
    const { objectId } = await one.post(`classes/${className}`, { title: 'typed', ...fields });
    await eventually(`${other.name} reads the pointer as one`, async () => {
      const { when, link, size } = await other.get(`classes/${className}/${objectId}`);
      return JSON.stringify([when, link?.className, size]) === JSON.stringify([fields.when, className, 3]);
    });
  });
  await checks.check(`A field made by ${one.name} is written by ${other.name}`, async () => {
    const { objectId } = await other.post(`classes/${className}`, {
      title: 'answer',
      size: { __op: 'Increment', amount: 2 },
    });
    assert.equal((await one.get(`classes/${className}/${objectId}`)).size, 2);
  });
  await checks.check(`A type fixed by ${one.name} is insisted on by ${other.name}`, async () => {
    const answer = await other.send('POST', `classes/${className}`, { body: { size: 'large' } });
    assert.deepEqual(answer.body, {
      code: 111,
      error: `schema mismatch for ${className}.size; expected Number but got String`,
    });
  });
  await checks.check(`Permissions set by ${one.name} are enforced by ${other.name}`, async () => {
    await one.put(
      `schemas/${className}`,
      { classLevelPermissions: { find: {}, get: { '*': true }, create: { '*': true } } },
      master
    );
    await eventually(
      `${other.name} refuses a find`,
      async () => (await other.send('GET', `classes/${className}`)).body.code === 119
    );
  });
}

async function sharePeople(checks, one, other, tag, { roles, letters }) {
  const username = `both${tag}`;
  let account;
  await checks.check(`A user that signs up with ${one.name} is at once signed in with ${other.name}`, async () => {
    account = await one.post('users', { username, password: 'shared' });
    const me = await other.get('users/me', { as: { session: account.sessionToken } });
    assert.equal(me.username, username);
  });
  await checks.check(`A password set with ${one.name} is accepted by ${other.name}`, async () => {
    const { objectId } = await other.post('login', { username, password: 'shared' });
    assert.equal(objectId, account.objectId);
  });
  await checks.check(`A role given with ${one.name} is honoured by ${other.name}`, async () => {
    const users = { __op: 'AddRelation', objects: [pointer('_User', account.objectId)] };
    await one.put(`roles/${roles.curators}`, { users }, master);
    const reads = async () =>
      (await other.send('GET', `classes/Letter/${letters.curators}`, { as: { session: account.sessionToken } }))
        .status === 200;
    await eventually(`${other.name} knows the role`, reads, CACHE_SECONDS);
  });
  await checks.check(`A session ended with ${one.name} is refused by ${other.name}`, async () => {
    await one.post('logout', {}, { as: { session: account.sessionToken } });
    const refused = async () =>
      (await other.send('GET', 'classes/Kind', { as: { session: account.sessionToken } })).body.code === 209;
    await eventually(`${other.name} refuses the session`, refused, CACHE_SECONDS);
  });
}

async function shareObjects(checks, ours, theirs) {
  await checks.check('Increments by both servers at once are all counted', async () => {
    const { objectId } = await ours.post('classes/Tally', { count: 0 });
    const bump = server => server.put(`classes/Tally/${objectId}`, { count: { __op: 'Increment', amount: 1 } });
    await Promise.all(Array.from({ length: 40 }, (_, n) => bump(n % 2 === 0 ? ours : theirs)));
    assert.equal((await theirs.get(`classes/Tally/${objectId}`)).count, 40);
  });
  await checks.check('Old passwords are accepted by both at once', async () => {
    const body = { username: 'ben', password: PASSWORDS.ben };
    const answers = await Promise.all([ours.send('POST', 'login', { body }), theirs.send('POST', 'login', { body })]);
    assert.deepEqual(
      answers.map(answer => answer.status),
      [200, 200]
    );
  });
}

export async function runFleet(checks, ours, theirs, facts) {
  await shareSchema(checks, theirs, ours, 'ByThem');
  await shareSchema(checks, ours, theirs, 'ByUs');
  await sharePeople(checks, theirs, ours, 'ByThem', facts);
  await sharePeople(checks, ours, theirs, 'ByUs', facts);
  await shareObjects(checks, ours, theirs);
}
