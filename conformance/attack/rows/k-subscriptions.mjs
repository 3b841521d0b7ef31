// Section K, first part: what a subscription may ask for, and what it is sent.
import assert from 'node:assert/strict';
import { allowed, forEach, within } from '../answers.mjs';
import { CLOSED, OPEN, fresh, onlyFor } from '../attacked.mjs';
import { caughtUp, dialling, everywhere, liveName, notSubscribed } from '../live.mjs';
import { row } from '../row.mjs';

const SECRET = 'the secret of this object';

/** Nothing that was sent on these sockets may contain the text. */
function neverTold(text, ...sockets) {
  for (const { frames } of sockets) assert.ok(!JSON.stringify(frames).includes(text), `a frame tells ${text}`);
}

const change = async (server, { path }, body) => allowed(await server.send('PUT', path, { key: 'master', body }));
const remove = async (server, { path }) => allowed(await server.send('DELETE', path, { key: 'master' }));

/** A class whose field `secret` is for the members of a role alone. */
async function vault(server, keepers) {
  const { name: role } = await server.role(keepers, fresh('keepers'));
  const clp = { ...OPEN, protectedFields: { '*': ['secret', 'box'], [`role:${role}`]: [] } };
  return server.classWith({ name: liveName(), fields: { title: 'String', secret: 'String', box: 'Object', n: 'Number' }, clp });
}

row('K245', 'subscribe to a closed class', { note: 'as with Parse Server a class that is not live can be subscribed to in the profile parse, and never tells anything' }, everywhere(async (server, dial) => {
  const ada = await server.person();
  const socket = await dial.connected({ as: ada });
  const closed = await server.classWith({ name: liveName(), fields: { title: 'String' }, clp: CLOSED });
  const forOthers = await server.classWith({ name: liveName(), fields: { title: 'String' }, clp: { ...OPEN, find: { [fresh('')]: true } } });
  for (const className of [closed, forOthers]) await notSubscribed(socket, { className }, 119);
  const getOnly = await server.classWith({ name: liveName(), fields: { title: 'String' }, clp: { ...OPEN, get: {} } });
  await notSubscribed(socket, { className: getOnly, where: { objectId: 'abcdefghij' } }, 119);
  const notLive = await server.classWith({ fields: { title: 'String' } });
  const answer = await socket.ask({ className: notLive });
  if (server.name === 'live-product') assert.deepEqual([answer.op, answer.code], ['error', 119]);
  const open = await server.classWith({ name: liveName(), fields: { title: 'String' } });
  const heard = await socket.subscribe(open);
  for (const className of [closed, forOthers, notLive]) await server.object(className, { title: SECRET });
  await caughtUp(server, socket, heard, open);
  neverTold(SECRET, socket);
  assert.equal(socket.events().length, 1);
}));

row('K246', 'pointer permissions', everywhere(async (server, dial) => {
  const [ada, eve] = [await server.person(), await server.person()];
  const shapes = [
    { find: {}, get: {}, readUserFields: ['owner'] },
    { find: { pointerFields: ['owner'] }, get: { pointerFields: ['owner'] } },
    { find: { pointerFields: ['others'] }, get: { pointerFields: ['others'] } },
  ];
  await forEach(shapes, async shape => {
    const fields = { title: 'String', owner: { type: 'Pointer', targetClass: '_User' }, others: 'Array' };
    const Own = await server.classWith({ name: liveName(), fields, clp: { ...OPEN, ...shape } });
    const belonging = ({ pointer }) => ({ owner: pointer, others: [pointer] });
    const [hers, mine] = [await dial.connected({ as: ada }), await dial.connected({ as: eve })];
    const [herList, myList] = [await hers.subscribe(Own), await mine.subscribe(Own)];
    const made = await server.object(Own, { title: SECRET, ...belonging(ada) });
    await change(server, made, { title: `${SECRET} again` });
    await hers.event(herList, made.id, { op: 'update' });
    await change(server, made, belonging(eve));
    const gained = await mine.event(myList, made.id);
    assert.equal(gained.op, 'enter');
    assert.equal(gained.original, undefined, 'what it was before was sent to a user who could not read it');
    await change(server, made, { title: 'only for eve' });
    await remove(server, made);
    await caughtUp(server, hers, herList, Own, belonging(ada));
    await caughtUp(server, mine, myList, Own, belonging(eve));
    neverTold('only for eve', hers);
    assert.deepEqual(mine.events(myList).map(({ op }) => op), ['enter', 'update', 'delete', 'create']);
    const stranger = await dial.connected();
    const answer = await stranger.ask({ className: Own });
    if (answer.op === 'error') assert.equal(answer.code, 119);
  });
}));

row('K247', 'protected fields in events', { note: 'there is no event trigger' }, everywhere(async (server, dial) => {
  const [ada, eve] = [await server.person(), await server.person()];
  const Vault = await vault(server, [ada]);
  const [hers, mine, nobodys] = [await dial.connected({ as: ada }), await dial.connected({ as: eve }), await dial.connected()];
  const lists = await Promise.all([hers, mine, nobodys].map(socket => socket.subscribe(Vault, { n: { $gt: 0 } })));
  const asked = await mine.subscribe(Vault, { n: { $gt: 0 } }, { keys: ['title', 'secret', 'box'] });
  const made = await server.object(Vault, { title: 'x', n: 1, secret: SECRET, box: { inner: SECRET } });
  await change(server, made, { secret: `${SECRET} 2` });
  await change(server, made, { n: 0 });
  await change(server, made, { n: 2 });
  await remove(server, made);
  for (const [index, socket] of [hers, mine, nobodys].entries()) await caughtUp(server, socket, lists[index], Vault, { n: 1 });
  for (const [index, socket] of [hers, mine, nobodys].entries()) {
    assert.deepEqual(socket.events(lists[index]).slice(0, 5).map(({ op }) => op), ['create', 'update', 'leave', 'enter', 'delete']);
  }
  const told = hers.events(lists[0]);
  for (const { object, original } of told.slice(0, 5)) assert.ok(object.secret && (!original || original.secret), 'a user who may read it is not told');
  for (const socket of [mine, nobodys]) {
    for (const { object, original } of socket.events()) {
      for (const field of ['secret', 'box']) assert.ok(!(field in object) && !(original && field in original), `${field} is sent`);
    }
    neverTold(SECRET, socket);
  }
  assert.equal(mine.events(asked).length >= 5, true);
}));

row('K248', 'shared object between subscribers', everywhere(async (server, dial) => {
  const [ada, eve, rin] = [await server.person(), await server.person(), await server.person()];
  const Vault = await vault(server, [ada]);
  const made = await server.object(Vault, { title: 'x', n: 0, secret: SECRET, ACL: onlyFor(ada, eve) });
  const sockets = await Promise.all([ada, eve, rin, undefined].map(as => dial.connected({ as })));
  const lists = await Promise.all(sockets.map(socket => socket.subscribe(Vault)));
  const requests = Array.from({ length: 50 }, () => ({ method: 'PUT', path: `/parse${made.path}`, body: { n: { __op: 'Increment', amount: 1 } } }));
  for (let batch = 0; batch < 20; batch += 1) {
    for (const { success, error } of allowed(await server.send('POST', '/batch', { key: 'master', body: { requests } }))) assert.ok(success, JSON.stringify(error));
  }
  const [hers, mine, rins, nobodys] = sockets;
  for (const [socket, list] of [[hers, lists[0]], [mine, lists[1]]]) {
    await socket.heard(frame => frame.object?.n === 1000, { what: 'the thousandth event' });
    const events = socket.events(list);
    assert.equal(events.length, 1000);
    assert.deepEqual(events.map(({ object }) => object.n).sort((a, b) => a - b), Array.from({ length: 1000 }, (_, index) => index + 1));
  }
  assert.ok(hers.events(lists[0]).every(({ object, original }) => object.secret === SECRET && original.secret === SECRET), 'the keeper is not told the secret each time');
  neverTold(SECRET, mine, rins, nobodys);
  for (const [socket, list] of [[rins, lists[2]], [nobodys, lists[3]]]) {
    await caughtUp(server, socket, list, Vault);
    assert.ok(socket.events(list).every(({ object }) => object.objectId !== made.id), 'an event about an object that is not theirs');
  }
}));

row('K249', 'protected field in subscription where', everywhere(async (server, dial) => {
  const [ada, eve] = [await server.person(), await server.person()];
  const Vault = await vault(server, [ada]);
  const socket = await dial.connected({ as: eve });
  const pattern = { secret: { $regex: '^t' } };
  const wheres = [
    pattern, { secret: SECRET }, { 'box.inner': SECRET }, { 'box.inner': { $exists: true } },
    { $or: [pattern, { n: 1 }] }, { $and: [{ n: 1 }, pattern] }, { $nor: [pattern] }, { $or: [{ $and: [{ $nor: [pattern] }] }] },
    { $or: { 0: pattern, length: 1 } }, { $and: { 0: pattern, length: 1 } }, { $nor: { 0: pattern, length: 1 } },
    { secret: { $ne: 'x' } }, { secret: { $in: [SECRET] } },
  ];
  // Each on a socket of its own, because one that errs five times is closed.
  await forEach(wheres, async where => {
    const alone = await dial.connected({ as: eve });
    await notSubscribed(alone, { className: Vault, where }, 119, 102, 1);
    alone.end();
  });
  const list = await socket.subscribe(Vault);
  await server.object(Vault, { secret: SECRET, box: { inner: SECRET } });
  await caughtUp(server, socket, list, Vault);
  neverTold(SECRET, socket);
  const hers = await dial.connected({ as: ada });
  const herList = await hers.subscribe(Vault, { secret: SECRET });
  await caughtUp(server, hers, herList, Vault, { secret: SECRET });
}));

row('K250', 'protected field in watch', everywhere(async (server, dial) => {
  const [ada, eve] = [await server.person(), await server.person()];
  const Vault = await vault(server, [ada]);
  await forEach([['secret'], ['box.inner'], ['title', 'box'], ['box.inner.deeper']], async watch => {
    const alone = await dial.connected({ as: eve });
    await notSubscribed(alone, { className: Vault, watch }, 119);
    alone.end();
    const hers = await dial.connected({ as: ada });
    assert.equal((await hers.ask({ className: Vault, watch })).op, 'subscribed', 'a user who may read it may watch it');
    hers.end();
  });
}));

row('K251', 'roles not resolved for the subscriber', everywhere(async (server, dial) => {
  const [ada, eve, rin] = [await server.person(), await server.person(), await server.person()];
  const inner = await server.role([ada]);
  const { name: role, path } = await server.role([rin]);
  // The members of one are members of the other.
  allowed(await server.send('PUT', path, { key: 'master', body: { roles: { __op: 'AddRelation', objects: [inner.pointer] } } }));
  const ForRole = await server.classWith({ name: liveName(), fields: { title: 'String' }, clp: { ...OPEN, find: { [`role:${role}`]: true } } });
  const Open = await server.classWith({ name: liveName(), fields: { title: 'String', secret: 'String' }, clp: { ...OPEN, protectedFields: { '*': [], [`role:${role}`]: ['secret'] } } });
  const Members = await server.classWith({ name: liveName(), fields: { title: 'String' }, clp: { ...OPEN, find: { requiresAuthentication: true } } });
  const nobodys = await dial.connected();
  await notSubscribed(nobodys, { className: Members }, 119, 101, 209);
  for (const member of [ada, rin]) {
    const socket = await dial.connected({ as: member });
    const [list, open, members] = [await socket.subscribe(ForRole), await socket.subscribe(Open), await socket.subscribe(Members)];
    await server.object(ForRole, { title: 'for the role', ACL: { [`role:${role}`]: { read: true } } });
    await caughtUp(server, socket, list, ForRole);
    assert.equal(socket.events(list).length, 2, 'a member of the role is not told');
    await caughtUp(server, socket, members, Members);
    await caughtUp(server, socket, open, Open, { title: 'x', secret: SECRET });
  }
  const mine = await dial.connected({ as: eve });
  await notSubscribed(mine, { className: ForRole }, 119);
  const list = await mine.subscribe(Open);
  await server.object(Open, { title: 'for the role', ACL: { [`role:${role}`]: { read: true } } });
  await caughtUp(server, mine, list, Open);
  assert.equal(mine.events(list).length, 1, 'an event for members reached another user');
}));

row('K252', 'access change between events', everywhere(async (server, dial) => {
  const [ada, eve] = [await server.person(), await server.person()];
  const Thing = await server.classWith({ name: liveName(), fields: { title: 'String' } });
  const mine = await dial.connected({ as: eve });
  const list = await mine.subscribe(Thing);
  const all = { '*': { read: true } };
  const made = await server.object(Thing, { title: 'for all', ACL: all });
  await change(server, made, { title: SECRET, ACL: onlyFor(ada) });
  await change(server, made, { title: `${SECRET}, changed` });
  await change(server, made, { title: 'for all again', ACL: all });
  await caughtUp(server, mine, list, Thing);
  const [created, left, entered] = mine.events(list);
  assert.deepEqual([created, left, entered].map(({ op }) => op), ['create', 'leave', 'enter']);
  assert.equal(left.object.title, 'for all', 'the leave tells what became of it');
  assert.deepEqual([entered.object.title, entered.original], ['for all again', undefined]);
  neverTold(SECRET, mine);
}));

row('K253', 'session token in _User events', { note: 'of sessions all users are sent their own; no class is live unless an operator or the product says so' }, async context => {
  await everywhere(async (server, dial) => {
    const [ada, eve] = [await server.person(), await server.person()];
    const socket = await dial.connected({ as: ada });
    const [people, sessions] = [await socket.ask({ className: '_User' }), await socket.ask({ className: '_Session' })];
    const secret = 'authentication-data-of-a-provider';
    await server.sql(`UPDATE "_User" SET "_auth_data_anonymous" = $2::jsonb WHERE "objectId" = $1`, [ada.id, JSON.stringify({ id: secret })]).catch(() => {});
    for (const who of [ada, eve]) {
      allowed(await server.send('PUT', `/users/${who.id}`, { key: 'master', body: { phone: '1', password: `${who.password}-2`, ACL: { '*': { read: true } } } }));
    }
    const again = allowed(await server.logIn({ ...ada, password: `${ada.password}-2` }, { from: ada.address }));
    const Thing = await server.classWith({ name: liveName() });
    const fresh_ = await dial.connected({ as: { ...ada, token: again.sessionToken } });
    await caughtUp(server, fresh_, await fresh_.subscribe(Thing), Thing);
    for (const told of [socket, fresh_]) {
      for (const { object, original } of told.events()) {
        for (const body of [object, original ?? {}]) {
          for (const field of ['sessionToken', 'authData', 'password']) assert.ok(!(field in body), `${field} is sent`);
          assert.deepEqual(Object.keys(body).filter(name => name.startsWith('_')), []);
        }
      }
      neverTold(again.sessionToken, told);
      neverTold(secret, told);
    }
    const others = socket.events(sessions.requestId).filter(({ object }) => object.user?.objectId !== ada.id);
    assert.deepEqual(others, [], 'sessions of others are sent');
    assert.ok(['subscribed', 'error'].includes(people.op));
  })(context);
  await context.both(server => dialling(server, async (_, dial) => {
    const ada = await server.person();
    const socket = await dial.connected({ as: ada });
    const answer = await socket.ask({ className: '_User' });
    if (server.name === 'product') return void assert.deepEqual([answer.op, answer.code], ['error', 119]);
    allowed(await server.send('PUT', `/users/${ada.id}`, { as: ada, body: { phone: '5' } }));
    socket.send({ op: 'unsubscribe', requestId: answer.requestId });
    await socket.heard(({ op }) => op === 'unsubscribed');
    assert.deepEqual(socket.events(), [], 'events of users are sent although the class is not live');
  }));
});

row('K254', 'regex bomb', { alone: true }, everywhere(async (server, dial) => {
  const Thing = await server.classWith({ name: liveName(), fields: { title: 'String' } });
  const [eves, adas] = [await dial.connected(), await dial.connected()];
  const list = await adas.subscribe(Thing, { title: { $regex: '^m' } });
  const bystander = () => within(1000, () => caughtUp(server, adas, list, Thing, { title: 'marker' }));
  await bystander();
  const bombs = ['(a+)+b', '(a|a)*b', '(.*)(.*)(.*)(.*)(.*)b$', '((a*)*)*b', '(a{1,50}){1,50}b', '(?i)(a+)+$'];
  for (let copy = 0; copy < 5; copy += 1) {
    for (const bomb of bombs) {
      const answer = await eves.ask({ className: Thing, where: { title: { $regex: `${bomb}|x{${copy}}y` } } });
      if (answer.op === 'error') assert.equal(answer.code, 102);
      if (!eves.isOpen) return;
    }
  }
  for (let length = 16; length <= 16_000; length *= 10) {
    await server.object(Thing, { title: `${'a'.repeat(length)}!` });
    await bystander();
  }
}));

row('K255', 'invalid regex', everywhere(async (server, dial) => {
  const Thing = await server.classWith({ name: liveName(), fields: { title: 'String' } });
  const witness = await dial.connected();
  const list = await witness.subscribe(Thing);
  await forEach(['[', '(', '*', '(?<', '\\', 'a{2,1}', '(?P<n>', '[z-a]', '(?'], async $regex => {
    const socket = await dial.connected();
    await notSubscribed(socket, { className: Thing, where: { title: { $regex } } }, 102);
    await notSubscribed(socket, { className: Thing, where: { $or: [{ title: { $regex, $options: 'i' } }] } }, 102);
    socket.end();
  });
  await caughtUp(server, witness, list, Thing, { title: '[' });
}));

row('K256', 'nested condition bomb', everywhere(async (server, dial) => {
  const Thing = await server.classWith({ name: liveName(), fields: { title: 'String' } });
  const nested = (depth, operator) => (depth === 0 ? { title: 'x' } : { [operator]: [nested(depth - 1, operator)] });
  const limit = server.name === 'live' ? 1000 : 50;
  await forEach(['$or', '$and', '$nor'], async operator => {
    const socket = await dial.connected();
    await within(2000, () => notSubscribed(socket, { className: Thing, where: nested(limit, operator) }, 102, 107, 1));
    socket.end();
  });
  const wide = await dial.connected();
  const answer = await within(2000, () => wide.ask({ className: Thing, where: { $or: Array.from({ length: 1000 }, (_, n) => ({ title: `${n}` })) } }));
  if (answer.op === 'error') assert.ok([102, 107, 1].includes(answer.code), JSON.stringify(answer));
  const witness = await dial.connected();
  await caughtUp(server, witness, await witness.subscribe(Thing), Thing);
}));

row('K257', 'operator type confusion', everywhere(async (server, dial) => {
  const Thing = await server.classWith({ name: liveName(), fields: { title: 'String', n: 'Number', list: 'Array' } });
  const witness = await dial.connected();
  const list = await witness.subscribe(Thing);
  const wheres = [
    { title: { $in: {} } }, { title: { $nin: 'x' } }, { list: { $all: 5 } }, { list: { $containedBy: {} } },
    { title: { $regex: {} } }, { title: { $regex: 'x', $options: {} } }, { $or: {} }, { $and: 5 }, { $nor: 'x' }, { $or: [5] },
    { n: { $gt: {} } }, { n: { $lt: [] } }, { n: { $nope: 1 } }, { title: { $text: 'x' } }, { where: { $nearSphere: 5 } },
    { n: { $geoWithin: [] } }, { title: { $inQuery: 5 } }, { title: { $select: [] } },
  ];
  await forEach(wheres, async where => {
    const socket = await dial.connected();
    const answer = await socket.ask({ className: Thing, where });
    // A comparison with a value of another type may stand, if it matches nothing and breaks nothing.
    if (answer.op === 'error') assert.ok([102, 107, 111, 119, 1].includes(answer.code), JSON.stringify(answer));
    else assert.ok(!['{}', '5', '"x"'].includes(JSON.stringify(where.title?.$in ?? where.$or ?? where.$and ?? where.$nor ?? 0)), 'an operator without its type was taken');
    await caughtUp(server, witness, list, Thing, { title: 'x', n: 1, list: [1] });
    assert.deepEqual(socket.events(), []);
    socket.end();
  });
}));
