// The comparison itself: what it must see through and what it must not.

import assert from 'node:assert/strict';
import test from 'node:test';
import { judge } from './compare.mjs';
import { normalise } from './normalise.mjs';
import { rules } from './rules.mjs';
import { create, find, get, scenario } from './scenario.mjs';

const server = { origin: 'http://127.0.0.1:4000' };
const answer = (body, headers = {}) => ({ status: 200, headers, body });
const DAY_MS = 86_400_000;
const now = (offset = 0) => new Date(Date.now() + offset).toISOString();

function normalised(steps, bodies) {
  return normalise(scenario('A test', steps), bodies.map(body => answer(body)), server).map(({ body }) => body);
}

test('an id is named after the step that first answered with it', () => {
  const [first, second] = normalised(
    [create('A', {}), find('A', { order: 'n' })],
    [{ objectId: 'aaaaaaaaa1' }, { results: [{ objectId: 'bbbbbbbbb2' }, { objectId: 'ccccccccc3' }, { objectId: 'aaaaaaaaa1' }] }]
  );
  assert.deepEqual(first, { objectId: '<id 1>' });
  assert.deepEqual(second, {
    results: [{ objectId: '<id 2>' }, { objectId: '<id 2b>' }, { objectId: '<id 1>' }],
  });
});

test('an id in a text, a key or an address is replaced as well', () => {
  const [, body] = normalised(
    [create('A', {}), get('/x')],
    [{ objectId: 'aaaaaaaaa1' }, { ACL: { aaaaaaaaa1: {} }, error: 'no aaaaaaaaa1', url: 'http://127.0.0.1:4000/aaaaaaaaa1' }]
  );
  assert.deepEqual(body, { ACL: { '<id 1>': {} }, error: 'no <id 1>', url: '<server>/<id 1>' });
});

test('what the scenario wrote itself stays', () => {
  const [body] = normalised(
    [create('A', { objectId: 'chosenname', at: '2020-01-01T00:00:00.000Z' })],
    [{ objectId: 'chosenname', at: '2020-01-01T00:00:00.000Z' }]
  );
  assert.deepEqual(body, { objectId: 'chosenname', at: '2020-01-01T00:00:00.000Z' });
});

test('a time is now, whole days away, or itself', () => {
  const someday = now(-1.5 * DAY_MS);
  const [body] = normalised(
    [get('/x')],
    [{ a: now(), b: now(365 * DAY_MS), c: someday }]
  );
  assert.deepEqual(body, { a: '<now>', b: '<now + 365 days>', c: someday });
});

test('an update that leaves updatedAt alone can be seen', () => {
  const at = now();
  const [same, later] = normalised(
    [get('/x'), get('/y')],
    [{ createdAt: at, updatedAt: at }, { createdAt: at, updatedAt: now(5) }]
  );
  assert.equal(same.updatedAt, '<same as createdAt>');
  assert.equal(later.updatedAt, '<later than createdAt>');
});

test('rows without an order are a set, rows with one a sequence', () => {
  const rows = { results: [{ n: 2, objectId: 'aaaaaaaaa1' }, { n: 1, objectId: 'bbbbbbbbb2' }] };
  const [set] = normalised([find('A')], [rows]);
  const [sequence] = normalised([find('A', { order: '-n' })], [rows]);
  assert.deepEqual(set.results.map(({ n }) => n), [1, 2]);
  assert.deepEqual(sequence.results.map(({ n }) => n), [2, 1]);
});

test('headers clients do not read are left out', () => {
  const [{ headers }] = normalise(
    scenario('A test', [get('/x')]),
    [answer({}, { etag: '1', 'content-type': 'application/json', 'x-parse-job-status-id': 'j' })],
    server
  );
  assert.deepEqual(headers, { 'content-type': 'application/json', 'x-parse-job-status-id': 'j' });
});

test('a difference is unexplained unless it is listed exactly', () => {
  const theirs = { status: 500, headers: {}, body: { code: 1 } };
  const ours = { status: 400, headers: {}, body: { code: 111 } };
  const entry = { parseServer: { status: 500, body: { code: 1 } }, ours: { status: 400, body: { code: 111 } } };
  assert.equal(judge(theirs, ours).verdict, 'unexplained');
  assert.equal(judge(theirs, ours, entry).verdict, 'listed');
  assert.equal(judge(theirs, { ...ours, body: { code: 102 } }, entry).verdict, 'unexplained');
  assert.equal(judge({ ...theirs, status: 404 }, ours, entry).verdict, 'unexplained');
  assert.equal(judge(ours, ours, entry).verdict, 'unexplained');
  assert.equal(judge(ours, ours).verdict, 'equal');
});

test('two servers that do not answer are not alike', () => {
  const silent = { status: 'no answer', headers: {}, body: 'refused' };
  assert.equal(judge(silent, silent).verdict, 'unexplained');
});

test('a part that an entry does not name must be equal', () => {
  const theirs = { status: 500, headers: { location: 'a' }, body: 1 };
  const entry = { parseServer: { status: 500 }, ours: { status: 400 } };
  assert.equal(judge(theirs, { ...theirs, status: 400 }, entry).verdict, 'listed');
  assert.equal(judge(theirs, { ...theirs, status: 400, body: 2 }, entry).verdict, 'unexplained');
  assert.equal(judge(theirs, { ...theirs, status: 400, headers: {} }, entry).verdict, 'unexplained');
});

test('a rule explains its own difference and no other', () => {
  const page = text => ({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, body: `<pre>${text}</pre>` });
  const json = text => ({
    status: 404,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { error: text },
  });
  assert.equal(judge(page('Cannot GET /a'), json('Cannot GET /a'), undefined, rules).verdict, 'listed');
  assert.equal(judge(page('Cannot GET /a'), json('Cannot GET /b'), undefined, rules).verdict, 'unexplained');
  assert.equal(judge(page('Cannot GET /a'), { ...json('Cannot GET /a'), status: 400 }, undefined, rules).verdict, 'unexplained');
});
