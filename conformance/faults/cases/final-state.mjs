// No user is left with a wrong list, and no user is sent what is not theirs: R26 and R27.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { KEYS } from '../../harness/configurations.mjs';
import { LiveSocket, isEvent } from '../../harness/live-socket.mjs';
import { fresh } from '../../harness/names.mjs';
import { Clock, fault, largest } from '../fault.mjs';
import { Subscriber, untilRight } from '../subscriber.mjs';

const GROUPS = 3;
const RIGHT_WITHIN_MS = 5000;

/** Objects that are made, changed, hidden, moved and removed at random; it is known what was acknowledged of each. */
class Churn {
  #isOver = false;
  objects = [];
  acknowledged = 0;
  stalls = [];

  constructor({ fleet, chance }, className) {
    Object.assign(this, { fleet, chance, className });
  }

  start(writers) {
    this.work = Array.from({ length: writers }, () => this.#write(this.chance.branch()).catch(error => (this.failure ??= error)));
  }

  async #write(chance) {
    while (!this.#isOver) {
      const roll = chance.next();
      const object = chance.pick(this.objects.filter(one => !one.isBusy && !one.isGone));
      if (!object || this.objects.length < 20 || roll < 0.1) await this.#create(chance);
      else {
        object.isBusy = true;
        await (roll < 0.2 ? this.#remove(object, chance) : this.#change(object, chance));
        object.isBusy = false;
      }
      await pause(chance.between(2, 15));
    }
  }

  /** Asks until there is an answer; a node that died in the middle may have done it all the same, which the id settles. */
  async #until(chance, method, path, body) {
    const headers = { 'X-Parse-Request-Id': randomUUID() };
    const began = performance.now();
    for (;;) {
      const node = chance.pick(this.fleet.up);
      const answer = node && (await node.send(method, path, { key: 'master', body, headers }).catch(() => undefined));
      if (answer?.status < 300) {
        this.acknowledged += 1;
        this.stalls.push(performance.now() - began);
        return answer.body;
      }
      if (answer && answer.status < 500 && ![100, 124].includes(answer.body?.code)) throw new Error(`${method} ${path} was answered ${answer.status} ${answer.text}`);
      if (performance.now() - began > 20_000) throw new Error(`${method} ${path} was not answered for 20 s`);
      await pause(chance.between(10, 50));
    }
  }

  #fields(chance) {
    const reader = chance.pick(['*', '*', ...this.fleet.people.slice(0, 3).map(({ id }) => id)]);
    return { group: chance.below(GROUPS), ...(chance.next() < 0.4 && { ACL: { [reader]: { read: true } } }) };
  }

  async #create(chance) {
    const { objectId } = await this.#until(chance, 'POST', `/classes/${this.className}`, { n: 1, ...this.#fields(chance) });
    this.objects.push({ id: objectId, n: 1, isGone: false });
  }

  async #change(object, chance) {
    const { n } = await this.#until(chance, 'PUT', `/classes/${this.className}/${object.id}`, { n: { __op: 'Increment', amount: 1 }, ...(chance.next() < 0.5 && this.#fields(chance)) });
    object.n += 1;
    if (n !== object.n) object.told = n;
  }

  async #remove(object, chance) {
    await this.#until(chance, 'DELETE', `/classes/${this.className}/${object.id}`);
    object.isGone = true;
  }

  async stop() {
    this.#isOver = true;
    await Promise.all(this.work);
    if (this.failure) throw this.failure;
  }

  /** Compares what was acknowledged with what is there. */
  async verdict() {
    const rows = await this.fleet.sql(`select "objectId" as id, "n"::int as n from "${this.className}"`);
    const kept = new Map(rows.map(({ id, n }) => [id, n]));
    const tally = { acknowledged: this.acknowledged, lost: 0, duplicated: 0 };
    for (const { id, n, isGone } of this.objects) {
      const there = kept.get(id) ?? 0;
      kept.delete(id);
      if (isGone ? there > 0 : there < n) tally.lost += 1;
      if (!isGone && there > n) tally.duplicated += 1;
    }
    tally.duplicated += kept.size;
    return tally;
  }
}

fault('R26', 'random disconnects, node restarts and node changes while everything changes', 'Discord resumes a session or begins a fresh one; no user is left with a wrong state', async stage => {
  const { fleet, chance, isLong } = stage;
  const className = await fleet.classWith(fresh('FaultChurn'), { n: 'Number', group: 'Number' });
  const churn = new Churn(stage, className);
  churn.start(4);
  const identities = [...fleet.people.slice(0, 3).map(({ token }) => token), undefined];
  const audience = Array.from({ length: isLong ? 200 : 32 }, (_, index) => new Subscriber({
    nodes: () => fleet.up, chance: chance.branch(), className, token: identities[index % identities.length],
    where: [{}, { group: index % GROUPS }, { $or: [{ group: 0 }, { n: { $gt: 5 } }] }][index % 3],
  }));
  await Promise.all(audience.map(one => one.start()));
  const deadline = performance.now() + (isLong ? 180_000 : 7000);
  const nemesis = chance.branch();
  let [cuts, kills, ends] = [0, 0, 0];
  let nextRestart = performance.now() + 1000;
  while (performance.now() < deadline && !churn.failure) {
    for (let cut = nemesis.below(4); cut > 0; cut -= 1, cuts += 1) nemesis.pick(audience).cut();
    await pause(nemesis.between(50, isLong ? 500 : 200));
    if (performance.now() < nextRestart) continue;
    const node = nemesis.pick(fleet.up);
    const isKill = nemesis.next() < 0.5;
    await (isKill ? node.kill() : node.end());
    if (isKill) kills += 1;
    else ends += 1;
    await pause(nemesis.between(100, 600));
    await node.start();
    nextRestart = performance.now() + nemesis.between(1500, 4000);
  }
  await churn.stop();
  // How long it takes to come back is the client's patience; how long until lists are right is ours.
  while (!audience.every(({ isReady }) => isReady)) await pause(10);
  const recoveryMs = await untilRight(fleet, audience, RIGHT_WITHIN_MS);
  assert.deepEqual(audience.flatMap(one => one.disorder), [], 'an event was older than one before it');
  const arrivals = audience.reduce((sum, one) => sum + one.arrivals, 0);
  await Promise.all(audience.map(one => one.stop()));
  fleet.look();
  const told = [`${audience.length} subscribers came back ${arrivals - audience.length} times (${cuts} cuts, ${kills} kills, ${ends} restarts), all lists equal a fresh query`];
  return { ...(await churn.verdict()), stallMs: largest(churn.stalls), recoveryMs, told };
});

/** When a user may have been a member of a role: from the moment it was asked for until it was answered that it is over. */
class Membership {
  #spans = [];

  begin() {
    this.#spans.push({ from: performance.now(), to: Infinity });
  }

  end() {
    this.#spans.at(-1).to = performance.now();
  }

  /** Whether they may still be sent as a member, `grace` milliseconds after the end at most. */
  covers(at, grace) {
    return this.#spans.some(({ from, to }) => from <= at && at <= to + grace);
  }

  get isOpen() {
    return this.#spans.at(-1)?.to === Infinity;
  }
}

const GRACE_MS = 1000;
const MOST_MS = 5000;

/** A user who follows a class, and who notices what should not have been sent. */
class Watcher {
  violations = [];
  late = 0;
  events = 0;

  constructor({ fleet, chance }, className, { name, token, membership }) {
    Object.assign(this, { name, membership });
    this.subscriber = new Subscriber({ nodes: () => fleet.up, chance: chance.branch(), className, token, onEvent: frame => this.#judge(frame) });
  }

  #judge(frame) {
    if (!isEvent(frame)) return;
    this.events += 1;
    const at = performance.now();
    const member = grace => this.membership.covers(at, grace);
    for (const body of [frame.object, frame.original].filter(Boolean)) {
      const isForMember = body.reader === 'role' || 'secret' in body;
      if (isForMember && !member(GRACE_MS)) this.late += 1;
      const isForeign = !['all', 'role', this.name].includes(body.reader);
      if (isForeign || (isForMember && !member(MOST_MS))) this.violations.push(`${frame.op} told ${this.name} ${JSON.stringify(body)}`);
    }
  }
}

/** Objects whose readers change with every write; each says who it is for. */
async function flipReaders({ fleet, chance }, { objects, className, readers, role, isOver }) {
  let written = 0;
  while (!isOver()) {
    const { id } = chance.pick(objects);
    const reader = chance.pick(readers);
    const principal = { all: '*', role: `role:${role}` }[reader.name] ?? reader.id;
    await fleet.operate('PUT', `/classes/${className}/${id}`, { n: { __op: 'Increment', amount: 1 }, reader: reader.name, secret: `for ${reader.name}`, ACL: { [principal]: { read: true } } }, chance.pick(fleet.up));
    written += 1;
  }
  return written;
}

/** A session with a socket on one node, ended on another: milliseconds until the socket knows. */
async function endSession({ fleet, chance }, who, className) {
  const [here, there] = [chance.pick(fleet.up), chance.pick(fleet.up)];
  const { body } = await here.send('POST', '/loginAs', { key: 'master', query: { userId: who.id } });
  const socket = await LiveSocket.open(there.url);
  await socket.connect({ applicationId: KEYS.appId, sessionToken: body.sessionToken });
  await socket.subscribe(className);
  const isLogout = chance.next() < 0.5;
  const mine = await here.send('GET', '/sessions/me', { token: body.sessionToken });
  const began = performance.now();
  if (isLogout) await here.send('POST', '/logout', { token: body.sessionToken, body: {} });
  else await fleet.operate('DELETE', `/sessions/${mine.body.objectId}`, undefined, here);
  await socket.heard(({ op, code }) => op === 'error' && code === 209, { ms: MOST_MS, what: 'the end of a session' });
  const took = performance.now() - began;
  return { took, socket, heard: socket.events().length };
}

fault('R27', 'readers, roles and sessions change at random while people listen', 'what the advisories of Parse Server ask for: no forbidden row or field in any frame, the end of a session within 5 s', async stage => {
  const { fleet, chance, isLong } = stage;
  const clock = new Clock();
  const name = fresh('faultrole');
  const { objectId: role } = await fleet.operate('POST', '/roles', { name, ACL: { '*': { read: true } } });
  const className = await fleet.classWith(fresh('FaultRight'), { n: 'Number', reader: 'String', secret: 'String' }, { protectedFields: { '*': ['secret'], [`role:${name}`]: [] } });
  const objects = (await Promise.all(Array.from({ length: 8 }, () => fleet.operate('POST', `/classes/${className}`, { n: 0, reader: 'all', ACL: { '*': { read: true } } })))).map(({ objectId }) => ({ id: objectId }));
  const people = fleet.people.slice(0, 3).map((who, index) => ({ ...who, name: `person-${index}`, membership: new Membership() }));
  const watchers = [...people, ...people, { name: 'anonymous', membership: new Membership() }].map(who => new Watcher(stage, className, who));
  const audience = watchers.map(({ subscriber }) => subscriber);
  await Promise.all(audience.map(one => one.start()));
  let isOver = false;
  const readers = [{ name: 'all' }, { name: 'role' }, ...people];
  const writing = Promise.all(Array.from({ length: 3 }, () => flipReaders({ fleet, chance: chance.branch() }, { objects, className, readers, role: name, isOver: () => isOver })));
  const writingFailed = writing.then(() => undefined, error => error);
  const ends = [];
  const deadline = performance.now() + (isLong ? 60_000 : 4000);
  while (performance.now() < deadline) {
    const who = chance.pick(people);
    const { membership } = who;
    const isMember = membership.isOpen;
    if (!isMember) membership.begin();
    const pointer = { __type: 'Pointer', className: '_User', objectId: who.id };
    await fleet.operate('PUT', `/roles/${role}`, { users: { __op: isMember ? 'RemoveRelation' : 'AddRelation', objects: [pointer] } }, chance.pick(fleet.up));
    if (isMember) membership.end();
    ends.push(await endSession({ fleet, chance }, chance.pick(fleet.people.slice(5)), className));
    await pause(chance.between(50, 300));
  }
  isOver = true;
  const failure = await writingFailed;
  if (failure) throw failure;
  while (!audience.every(({ isReady }) => isReady)) await pause(10);
  const recoveryMs = await untilRight(fleet, audience, MOST_MS);
  for (const watcher of watchers) assert.deepEqual(watcher.violations.slice(0, 3), []);
  for (const { socket, heard } of ends) {
    assert.equal(socket.events().length, heard, 'something was sent after the end of a session');
    socket.end();
  }
  await Promise.all(audience.map(one => one.stop()));
  fleet.look();
  const took = largest(ends.map(end => end.took));
  clock.holds(took, MOST_MS, 'the end of a session');
  const [written, frames] = [(await writing).reduce((sum, count) => sum + count, 0), watchers.reduce((sum, { events }) => sum + events, 0)];
  const late = watchers.reduce((sum, one) => sum + one.late, 0);
  const told = [
    `${frames} events to seven clients of four identities: 0 forbidden, ${late} later than 1 s after a role was taken away`,
    `${ends.length} sessions ended, their sockets knew within ${took.toFixed(0)} ms`,
    `their lists equal a fresh query, after ${audience.reduce((sum, one) => sum + one.closings.length, 0)} refetches`,
  ];
  return { acknowledged: written, lost: 0, duplicated: 0, stallMs: took, recoveryMs, told };
});
