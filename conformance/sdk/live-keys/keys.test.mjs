import assert from 'node:assert/strict';
import { KEYS } from '../../harness/configurations.mjs';
import { MASTER, fresh } from '../../harness/connect.mjs';
import { refused } from '../../harness/expectations.mjs';
import { connectLive } from '../../harness/live.mjs';

const { Parse, it, options, follow, liveClient, rawSocket, classWith } = connectLive(import.meta.dirname);
const REFUSED = { op: 'error', error: 'Key in request is not valid', code: 4, requestId: null };

/** Without the hint whether to try again: a key does not get better by it. */
async function refusal(fields) {
  const socket = await rawSocket();
  const { reconnect, ...rest } = await socket.connect(fields);
  return rest;
}

const noAccess = () => new Parse.ACL();

it('the SDK connects with its JavaScript key', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing));
  await follower.next('create', await new Parse.Object(Thing).save({ n: 1 }));
});

it('a connection without a key is refused', async () => {
  assert.deepEqual(await refusal({}), REFUSED);
});

it('a connection with a wrong key is refused', async () => {
  assert.deepEqual(await refusal({ javascriptKey: 'wrong' }), REFUSED);
});

it('one key does not stand for another', async () => {
  assert.deepEqual(await refusal({ restAPIKey: options.javascriptKey }), REFUSED);
});

it('the REST key connects', async () => {
  const socket = await rawSocket();
  assert.equal((await socket.connect({ restAPIKey: options.restAPIKey })).op, 'connected');
});

it('the SDK hears that its key is wrong', async () => {
  const client = new Parse.LiveQueryClient({
    applicationId: KEYS.appId,
    serverURL: Parse.serverURL.replace('http', 'ws'),
    javascriptKey: 'wrong',
  });
  const { connectPromise } = client;
  client.open();
  await refused(connectPromise, 4, 'Key in request is not valid');
  client.socket.terminate();
});

it('the master key connects and hears everything', async () => {
  const Thing = fresh('Live');
  const client = await liveClient({ javascriptKey: undefined, masterKey: KEYS.masterKey });
  const follower = await follow(new Parse.Query(Thing), { client });
  await follower.next('create', await new Parse.Object(Thing).setACL(noAccess()).save({ n: 1 }, MASTER));
});

it('the master key hears protected fields', async () => {
  const ALL = { '*': true };
  const Thing = await classWith(fresh('Live'), {
    find: ALL,
    create: ALL,
    protectedFields: { '*': ['secret'] },
    fields: { secret: { type: 'String' } },
  });
  const client = await liveClient({ masterKey: KEYS.masterKey });
  const follower = await follow(new Parse.Query(Thing).startsWith('secret', 'o').watch('secret'), { client });
  await new Parse.Object(Thing).save({ secret: 'one' }, MASTER);
  assert.equal((await follower.next('create')).object.get('secret'), 'one');
});

it('the master key beside a right key is none if it is wrong', async () => {
  const Thing = fresh('Live');
  const follower = await follow(new Parse.Query(Thing), { masterKey: 'wrong' });
  await new Parse.Object(Thing).setACL(noAccess()).save({ n: 1 }, MASTER);
  await follower.next('create', await new Parse.Object(Thing).save({ n: 2 }));
});

it('master and person on one query hear each their own', async () => {
  const Thing = fresh('Live');
  const person = await follow(new Parse.Query(Thing));
  const master = await follow(new Parse.Query(Thing), { masterKey: KEYS.masterKey });
  const hidden = await new Parse.Object(Thing).setACL(noAccess()).save({ n: 1 }, MASTER);
  const open = await new Parse.Object(Thing).save({ n: 2 });
  await master.next('create', hidden);
  await master.next('create', open);
  await person.next('create', open);
});
