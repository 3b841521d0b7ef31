// Parse Server's API and LiveQuery server and ours on one database and one Redis: after every write, the subscribers of
// both get each event once.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import Parse from 'parse/node';
import { createClient } from 'redis';
import { Inbox, liveClients } from '../harness/live.mjs';
import { eventually } from './checks.mjs';
import { APP, master } from './rest.mjs';

Parse.initialize(APP.id);
Parse.Object.disableSingleInstance();

/** What goes over Parse Server's channels, in order. */
async function listenTo(url) {
  const redis = createClient({ url });
  await redis.connect();
  const channels = {};
  for (const name of ['afterSave', 'afterDelete', 'clearCache']) {
    channels[name] = new Inbox();
    await redis.subscribe(`${APP.id}${name}`, text => channels[name].put(JSON.parse(text)));
  }
  return { channels, close: () => redis.disconnect() };
}

const personOf = async (server, username) => {
  const { objectId: id, sessionToken: token } = await server.post('users', { username, password: 'a plain long phrase' });
  return { id, token, as: { as: { session: token } } };
};

/** `writer` does everything that is sent, `listener` hears it, each thing once and in its order. */
async function heard(checks, writer, listener, clients, Thing) {
  const where = `classes/${Thing}`;
  await checks.check(`A subscriber of ${listener.name} hears what ${writer.name} writes, once`, async () => {
    const follower = await clients.follow(new Parse.Query(Thing).greaterThan('n', 5));
    const { objectId } = await writer.post(where, { n: 6, word: 'one' });
    const created = await follower.next('create', { id: objectId });
    assert.equal(created.object.get('word'), 'one');
    await writer.put(`${where}/${objectId}`, { n: { __op: 'Increment', amount: 1 }, word: { __op: 'Delete' } });
    const { object, original } = await follower.next('update', { id: objectId });
    assert.deepEqual([object.get('n'), object.has('word'), original.get('n'), original.get('word')], [7, false, 6, 'one']);
    await writer.put(`${where}/${objectId}`, { n: 1 });
    await follower.next('leave', { id: objectId });
    await writer.put(`${where}/${objectId}`, { n: 8 });
    await follower.next('enter', { id: objectId });
    await writer.delete(`${where}/${objectId}`);
    await follower.next('delete', { id: objectId });
    const { objectId: last } = await writer.post(where, { n: 9 });
    await follower.next('create', { id: last });
  });
  await checks.check(`A subscriber of ${listener.name} hears the private objects that ${writer.name} writes for it`, async () => {
    const [ada, bob] = [await personOf(writer, `ada-${Thing}`), await personOf(writer, `bob-${Thing}`)];
    const [toAda, toBob] = await Promise.all([ada, bob].map(({ token }) => clients.follow(new Parse.Query(Thing), { token })));
    const { objectId } = await writer.post(where, { n: 1, ACL: { [ada.id]: { read: true } } }, master);
    await toAda.next('create', { id: objectId });
    const { objectId: open } = await writer.post(where, { n: 2 });
    await toBob.next('create', { id: open });
  });
}

/** Every message once: between two marks there is exactly what was written. */
async function countMessages(checks, writers, { channels }, Thing) {
  await checks.check('Each write of either server goes over the channels once, and all in the same words', async () => {
    const said = [];
    for (const writer of writers) {
      const { objectId } = await writer.post(`classes/${Thing}`, { n: 1, mark: 'count' });
      await writer.put(`classes/${Thing}/${objectId}`, { n: 2 });
      await writer.delete(`classes/${Thing}/${objectId}`);
      const saves = [];
      while (saves.length < 2) {
        const message = await channels.afterSave.take(`afterSave of ${writer.name}`);
        if (message.currentParseObject.mark === 'count') saves.push(message);
      }
      const messages = [...saves];
      do messages[2] = await channels.afterDelete.take(`afterDelete of ${writer.name}`);
      while (messages[2].currentParseObject.mark !== 'count');
      for (const { currentParseObject } of messages) assert.equal(currentParseObject.objectId, objectId);
      said.push(messages.map(anonymous));
    }
    assert.deepEqual(said[0], said[1]);
    const marks = writers.map(writer => writer.post(`classes/${Thing}`, { n: 3, mark: 'end' }));
    await Promise.all(marks);
    for (let end = 0; end < marks.length; end += 1) {
      assert.equal((await channels.afterSave.take('the last afterSave')).currentParseObject.mark, 'end');
    }
    assert.equal(channels.afterDelete.size, 0);
  });
}

/** A message without what differs from object to object. */
function anonymous(message) {
  const text = JSON.stringify(message, (key, value) => (['objectId', 'createdAt', 'updatedAt'].includes(key) ? 'some' : value));
  return JSON.parse(text);
}

/** Makes the classes of the checks, and waits until both servers know them with their fields. */
async function shareClasses(ours, theirs) {
  for (const Thing of ['LiveByUs', 'LiveByThem', 'LiveOurs', 'LiveTheirs', 'LiveCount']) {
    const { objectId } = await ours.post(`classes/${Thing}`, { n: 0, word: 'w', mark: 'begin' });
    await eventually(`${theirs.name} knows ${Thing}`, async () => {
      const { body } = await theirs.send('GET', `classes/${Thing}/${objectId}`);
      return body.mark === 'begin';
    });
  }
}

/** A class that the other server makes gets its place in the change log within seconds. */
async function newClass(checks, writer, listener, clients) {
  await checks.check(`A class that ${writer.name} makes is sent to subscribers of ${listener.name} before long`, async () => {
    const follower = await clients.follow(new Parse.Query('LiveNew'));
    const { objectId } = await writer.post('classes/LiveNew', { n: 0 });
    await untilTold(follower, () =>
      writer.put(`classes/LiveNew/${objectId}`, { n: { __op: 'Increment', amount: 1 } })
    );
  });
}

// What a Parse Server does to sessions and roles is found out by looking again, at sessions that are kept five seconds.
const LOOKED_AGAIN_SECONDS = 15;

/** A session that the other server ends is noticed without a word from it. */
async function endSession(checks, writer, listener, clients) {
  await checks.check(`A log-out on ${writer.name} ends the subscription on ${listener.name}`, async () => {
    const ada = await personOf(writer, 'log-out');
    const follower = await clients.follow(new Parse.Query('LiveByThem'), { token: ada.token });
    await writer.post('logout', {}, ada.as);
    assert.equal(await follower.error(), 'Invalid session token');
  });
}

/** Writes until the follower is notified of it. */
async function untilTold(follower, write) {
  let isTold = false;
  const event = follower.next().finally(() => (isTold = true));
  event.catch(() => undefined);
  await eventually('the subscriber gets the event', async () => {
    await write();
    await pause(50);
    return isTold;
  }, LOOKED_AGAIN_SECONDS);
  return event;
}

async function shareRoles(checks, writer, listener, clients, { channels }, Thing) {
  const role = `liveRole${Thing}`;
  await checks.check(`A role that a person writes on ${writer.name} counts for subscribers of ${listener.name}`, async () => {
    const ada = await personOf(writer, `role-${Thing}`);
    const follower = await clients.follow(new Parse.Query(Thing), { token: ada.token });
    const acl = { '*': { read: true }, [ada.id]: { write: true } };
    const { objectId } = await writer.post('roles', { name: role, ACL: acl }, ada.as);
    const users = { __op: 'AddRelation', objects: [{ __type: 'Pointer', className: '_User', objectId: ada.id }] };
    await writer.put(`roles/${objectId}`, { users }, ada.as);
    let message;
    do message = await channels.clearCache.take(`clearCache of ${writer.name}`);
    while (message.userId !== ada.id);
    assert.deepEqual(message, { userId: ada.id });
    const { objectId: secret } = await writer.post(`classes/${Thing}`, { n: 0, ACL: { [`role:${role}`]: { read: true } } }, master);
    const { object } = await untilTold(follower, () =>
      writer.put(`classes/${Thing}/${secret}`, { n: { __op: 'Increment', amount: 1 } }, master)
    );
    assert.equal(object.id, secret);
  });
}

export async function runLiveFleet(checks, ours, theirs, redisUrl) {
  const listening = await listenTo(redisUrl);
  const clientsOf = server => liveClients(Parse, server.url, { applicationId: APP.id });
  const [atOurs, atTheirs] = [clientsOf(ours), clientsOf(theirs)];
  try {
    await shareClasses(ours, theirs);
    await heard(checks, ours, theirs, atTheirs, 'LiveByUs');
    await heard(checks, theirs, ours, atOurs, 'LiveByThem');
    await heard(checks, ours, ours, atOurs, 'LiveOurs');
    await heard(checks, theirs, theirs, atTheirs, 'LiveTheirs');
    await newClass(checks, theirs, ours, atOurs);
    await shareRoles(checks, ours, theirs, atTheirs, listening, 'LiveByUs');
    await shareRoles(checks, theirs, ours, atOurs, listening, 'LiveByThem');
    // A Parse Server says nothing of it to its own subscribers.
    if (ours.name !== theirs.name) await endSession(checks, theirs, ours, atOurs);
    await countMessages(checks, [theirs, ours], listening, 'LiveCount');
  } finally {
    atOurs.closeAll();
    atTheirs.closeAll();
    listening.close();
  }
}
