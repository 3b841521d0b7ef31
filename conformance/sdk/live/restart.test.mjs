// Cases that stop their server, or write past it, have one of their own.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import pg from 'pg';
import { fresh } from '../../harness/connect.mjs';
import { eventually } from '../../harness/expectations.mjs';
import { launchServer, stopAll } from '../../harness/launch.mjs';
import { connectLive, liveClients, told } from '../../harness/live.mjs';

const { Parse, it: declare } = connectLive(import.meta.dirname);
const PAST_US = { differs: 'only writes through the server are sent there' };

// The SDK waits a random time that grows with every try; its smallest is enough here.
Math.random = () => 0.02;

let server;
let database;
let clients;
before(async () => {
  server = await launchServer(process.env.CONFORMANCE_TARGET, 'live');
  Parse.serverURL = server.url;
  clients = liveClients(Parse, server.url);
  database = new pg.Client({ connectionString: server.database });
  await database.connect();
});
after(async () => {
  await database.end();
  await stopAll();
});
process.once('SIGTERM', () => stopAll().finally(() => process.exit(130)));

function it(sentence, ...rest) {
  const body = rest.pop();
  declare(sentence, ...rest, async () => {
    try {
      await body();
    } finally {
      clients.closeAll();
    }
  });
}

/** Follows until the SDK has said `open`, so that the next one is about another connection. */
async function follow(query, options) {
  const follower = await clients.follow(query, options);
  await told(follower.subscription, 'open');
  return follower;
}

/** A followed class with one object, whose creation has been sent. */
async function followed(query = Thing => new Parse.Query(Thing)) {
  const Thing = fresh('Live');
  const follower = await follow(query(Thing));
  const object = await new Parse.Object(Thing).save({ n: 1 });
  await follower.next('create', object);
  return { Thing, object, follower, client: follower.subscription.client };
}

it('a row that is written by hand is sent', PAST_US, async () => {
  const { Thing, object, follower } = await followed();
  await database.query(`UPDATE "${Thing}" SET n = 2 WHERE "objectId" = $1`, [object.id]);
  const event = await follower.next('update', object);
  assert.deepEqual([event.object.get('n'), event.original.get('n')], [2, 1]);
});

it('a row that is made by hand is sent', PAST_US, async () => {
  const { Thing, follower } = await followed();
  await database.query(`INSERT INTO "${Thing}" ("objectId", "createdAt", "updatedAt", n) VALUES ('byHand', now(), now(), 7)`);
  const { object } = await follower.next('create');
  assert.deepEqual([object.id, object.get('n')], ['byHand', 7]);
});

it('a row that is deleted by hand is sent', PAST_US, async () => {
  const { Thing, object, follower } = await followed();
  await database.query(`DELETE FROM "${Thing}" WHERE "objectId" = $1`, [object.id]);
  await follower.next('delete', object);
});

it('rows that one statement changes are sent each', PAST_US, async () => {
  const { Thing, follower } = await followed(name => new Parse.Query(name).greaterThan('n', 0));
  await Parse.Object.saveAll([2, 3].map(n => new Parse.Object(Thing, { n })));
  await follower.next('create');
  await follower.next('create');
  await database.query(`UPDATE "${Thing}" SET n = -n`);
  for (let left = 0; left < 3; left += 1) await follower.next('leave');
});

it('a transaction by hand is sent when it is committed, and not when it is undone', PAST_US, async () => {
  const { Thing, object, follower } = await followed();
  const set = n => database.query(`UPDATE "${Thing}" SET n = $1 WHERE "objectId" = $2`, [n, object.id]);
  await database.query('BEGIN');
  await set(2);
  await database.query('ROLLBACK');
  await database.query('BEGIN');
  await set(3);
  await database.query('COMMIT');
  const event = await follower.next('update', object);
  assert.deepEqual([event.object.get('n'), event.original.get('n')], [3, 1]);
});

it('after a restart the SDK is back with the same subscriptions', async () => {
  const { Thing, follower, client } = await followed();
  const other = await follow(new Parse.Query(Thing).greaterThan('n', 5), { client });
  const closed = told(client, 'close');
  await server.end();
  await closed;
  const [first, second] = [told(follower.subscription, 'open'), told(other.subscription, 'open')];
  await server.start();
  await Promise.all([first, second]);
  assert.deepEqual([follower.subscription.id, other.subscription.id], [1, 2]);
  const made = await new Parse.Object(Thing).save({ n: 6 });
  await follower.next('create', made);
  await other.next('create', made);
});

it('after a crash the SDK is back with the same subscriptions', async () => {
  const { Thing, follower, client } = await followed();
  const closed = told(follower.subscription, 'close');
  await server.kill();
  await closed;
  const open = told(follower.subscription, 'open');
  await server.start();
  await open;
  assert.equal(client.state, 'connected');
  await follower.next('create', await new Parse.Object(Thing).save({ n: 2 }));
});

it('while the server is away the SDK tries again and again, and says so', async () => {
  const { Thing, follower, client } = await followed();
  const failed = told(client, 'error');
  await server.kill();
  await failed;
  await eventually(() => client.attempts > 2, 'a second try');
  const open = told(follower.subscription, 'open');
  await server.start();
  await open;
  await follower.next('create', await new Parse.Object(Thing).save({ n: 2 }));
});

it('what happened while the server was away is found by asking again', async () => {
  const { Thing, object, follower } = await followed();
  await server.kill();
  await database.query(`UPDATE "${Thing}" SET n = 9 WHERE "objectId" = $1`, [object.id]);
  const open = told(follower.subscription, 'open');
  await server.start();
  await open;
  const [found] = await new Parse.Query(Thing).find();
  assert.equal(found.get('n'), 9);
  await object.save({ n: 10 });
  const event = await follower.next('update', object);
  assert.deepEqual([event.object.get('n'), event.original.get('n')], [10, 9]);
});
