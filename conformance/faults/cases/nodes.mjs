// The others obey a change made at one node.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { fresh } from '../../harness/names.mjs';
import { LiveSocket } from '../../harness/live-socket.mjs';
import { KEYS } from '../../harness/configurations.mjs';
import { Clock, fault, largest } from '../fault.mjs';
import { Subscriber, untilRight } from '../subscriber.mjs';

const OBEYED_WITHIN_MS = 1000;

/** Milliseconds until `isObeyed` holds on every one of these nodes. */
async function untilObeyed(nodes, what, isObeyed) {
  const began = performance.now();
  for (const node of nodes) {
    while (!(await isObeyed(node))) {
      if (performance.now() - began > 10_000) assert.fail(`node ${node.name} does not obey ${what} after 10 s`);
      await pause(3);
    }
  }
  return performance.now() - began;
}

async function session(fleet, who, node) {
  const { body } = await node.send('POST', '/loginAs', { key: 'master', query: { userId: who.id } });
  return body.sessionToken;
}

async function logout({ fleet, chance }, measured) {
  const [here, ...others] = fleet.nodes;
  const token = await session(fleet, chance.pick(fleet.people), here);
  const sockets = await Promise.all(others.map(node => LiveSocket.open(node.url)));
  for (const [index, node] of others.entries()) {
    assert.equal((await node.send('GET', '/users/me', { token })).status, 200);
    await sockets[index].connect({ applicationId: KEYS.appId, sessionToken: token });
    await sockets[index].subscribe('FaultItem');
  }
  const began = performance.now();
  assert.equal((await here.send('POST', '/logout', { token, body: {} })).status, 200);
  const ended = sockets.map(socket => socket.heard(({ op, code }) => op === 'error' && code === 209, { what: 'the end of a session on another node' }).then(() => performance.now() - began));
  measured.logout.push(await untilObeyed(others, 'a logout', async node => (await node.send('GET', '/users/me', { token })).body?.code === 209));
  measured['logout, sockets'].push(largest(await Promise.all(ended)));
  for (const socket of sockets) socket.end();
}

/** A user who is given a role, or loses one, is asked to subscribe again: nothing else would bring their lists in line. */
async function roleChange({ fleet, chance }, measured) {
  const [here, ...others] = fleet.nodes;
  const who = chance.pick(fleet.people);
  const name = fresh('role');
  const { objectId: role } = await fleet.operate('POST', '/roles', { name, ACL: { '*': { read: true } } });
  const { objectId: hidden } = await fleet.operate('POST', '/classes/FaultItem', { n: 0, group: 99, ACL: { [`role:${name}`]: { read: true } } });
  const sees = async node => (await node.send('GET', '/classes/FaultItem', { token: who.token, query: { where: { objectId: hidden } } })).body.results.length === 1;
  for (const node of others) assert.equal(await sees(node), false);
  const followers = others.map(node => new Subscriber({ nodes: () => [node], chance: chance.branch(), className: 'FaultItem', where: { group: 99 }, token: who.token }));
  await Promise.all(followers.map(one => one.start()));
  const member = { __type: 'Pointer', className: '_User', objectId: who.id };
  for (const [op, expected] of [['AddRelation', true], ['RemoveRelation', false]]) {
    const closings = followers.map(one => one.closings.length);
    await fleet.operate('PUT', `/roles/${role}`, { users: { __op: op, objects: [member] } }, here);
    const began = performance.now();
    const told = followers.map(async (one, index) => {
      while (one.closings.length === closings[index] && one.list.has(hidden) !== expected) {
        if (performance.now() - began > 10_000) assert.fail(`a socket on node ${one.node.name} is not told of a role change within 10 s`);
        await pause(3);
      }
      return performance.now() - began;
    });
    measured['role change'].push(await untilObeyed(others, 'a role change', async node => (await sees(node)) === expected));
    measured['role change, sockets'].push(largest(await Promise.all(told)));
    await untilRight(fleet, followers, 5000);
  }
  await Promise.all(followers.map(one => one.stop()));
  await fleet.operate('DELETE', `/classes/FaultItem/${hidden}`);
  await fleet.operate('DELETE', `/roles/${role}`);
}

async function schemaChange({ fleet, chance }, measured) {
  const [here, ...others] = fleet.nodes;
  const who = chance.pick(fleet.people);
  const className = await fleet.classWith(fresh('FaultClass'), { n: 'Number' });
  const find = async node => (await node.send('GET', `/classes/${className}`, { token: who.token })).status;
  await untilObeyed(others, 'a new class', async node => (await find(node)) === 200);
  for (const [find_, status] of [[{}, 400], [{ '*': true }, 200]]) {
    await fleet.operate('PUT', `/schemas/${className}`, { className, classLevelPermissions: { find: find_, get: { '*': true }, create: { '*': true } } }, here);
    measured['class permissions'].push(await untilObeyed(others, 'class permissions', async node => (await find(node)) === status));
  }
  await fleet.operate('DELETE', `/schemas/${className}`, undefined, here);
}

fault('N1', 'a logout, a role change and a class-permission change on one of three nodes', 'Parse Server keeps sessions for 5 s and roles without bound, unless a cache is shared; ours is 1 s', async stage => {
  const clock = new Clock();
  const measured = { logout: [], 'logout, sockets': [], 'role change': [], 'role change, sockets': [], 'class permissions': [] };
  const rounds = stage.isLong ? 50 : 4;
  for (let round = 0; round < rounds; round += 1) {
    for (const change of [logout, roleChange, schemaChange]) await change(stage, measured);
  }
  const told = Object.entries(measured).map(([what, times]) => `${what} ${largest(times).toFixed(0)} ms at most of ${times.length}`);
  const most = largest(Object.values(measured).flat());
  clock.holds(most, OBEYED_WITHIN_MS, `obeying (${told.join(', ')})`);
  const acknowledged = Object.values(measured).flat().length;
  return { acknowledged, lost: 0, duplicated: 0, stallMs: most, recoveryMs: most, told };
});
