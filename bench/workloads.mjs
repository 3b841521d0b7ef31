// The four workloads: with how many connections each side does best, and what a right answer looks like.
import assert from 'node:assert/strict';
import { sql } from './dataset.mjs';

export const SIDES = ['ours', 'parse_server', 'pocketbase', 'bare'];

/** Found by `bench/run --calibrate`; see README.md. */
export const CONNECTIONS = {
  fetch: { ours: 16, parse_server: 32, pocketbase: 32, bare: 8 },
  find: { ours: 16, parse_server: 32, pocketbase: 32, bare: 8 },
  create: { ours: 32, parse_server: 32, pocketbase: 32, bare: 32 },
  increment: { ours: 32, parse_server: 32, pocketbase: 32, bare: 32 },
};

export const WORKLOADS = Object.keys(CONNECTIONS);

const PARSE = {
  async fetch(server, who) {
    const item = await server.must('GET', 'classes/BenchItem/item100004', undefined, who);
    assert.equal(item.author.className, 'BenchAuthor');
    assert.equal(item.category, 'category1004');
  },

  async find(server, who) {
    const where = encodeURIComponent(JSON.stringify({ category: 'category1004', score: { $gte: 200, $lt: 800 } }));
    const path = `classes/BenchItem?where=${where}&order=-publishedAt&limit=20&include=author`;
    const { results } = await server.must('GET', path, undefined, who);
    assert.equal(results.length, 20);
    const dates = results.map(row => row.publishedAt.iso);
    assert.deepEqual(dates, [...dates].sort().reverse());
    for (const row of results) {
      assert.equal(row.category, 'category1004');
      assert.equal(row.author.__type, 'Object');
      assert.match(row.author.name, /^Author /);
      assert.match(row.objectId, /^item/, 'rows of another user must not be found');
    }
  },

  async create(server, who) {
    const body = {
      title: 'A first entry',
      draft: false,
      category: 'category1004',
      score: 4,
      publishedAt: { __type: 'Date', iso: '2024-05-06T07:08:09.010Z' },
      author: { __type: 'Pointer', className: 'BenchAuthor', objectId: 'auth100004' },
      ACL: { '*': { read: true }, 'role:Members': { read: true, write: true } },
    };
    const { objectId } = await server.must('POST', 'classes/BenchEntry', body, who);
    const [row] = await sql(`select * from "BenchEntry" where "objectId" = '${objectId}'`);
    assert.deepEqual([row.author, row.score, row._wperm], ['auth100004', 4, ['role:Members']]);
  },

  async increment(server, who) {
    const score = async () =>
      (await sql(`select "score" from "BenchCounter" where "objectId" = 'coun100004'`))[0].score;
    const before = await score();
    const body = { score: { __op: 'Increment', amount: 1 } };
    const answer = await server.must('PUT', 'classes/BenchCounter/coun100004', body, who);
    assert.equal(answer.score, before + 1);
    assert.equal(await score(), before + 1);
  },
};

const POCKETBASE = {
  async fetch(server, who) {
    const item = await server.must('GET', 'collections/BenchItem/records/item100004', undefined, who);
    assert.match(item.author, /^auth/);
    assert.equal(item.category, 'category1004');
  },

  async find(server, who) {
    const filter = encodeURIComponent("category='category1004' && score>=200 && score<800");
    const path = `collections/BenchItem/records?filter=${filter}&sort=-publishedAt&perPage=20&skipTotal=1&expand=author`;
    const { items } = await server.must('GET', path, undefined, who);
    assert.equal(items.length, 20);
    const dates = items.map(row => row.publishedAt);
    assert.deepEqual(dates, [...dates].sort().reverse());
    for (const row of items) {
      assert.equal(row.category, 'category1004');
      assert.match(row.expand.author.name, /^Author /);
      assert.match(row.id, /^item/, 'rows of another user must not be found');
    }
  },

  async create(server, who) {
    const body = {
      title: 'A first entry',
      draft: false,
      category: 'category1004',
      score: 4,
      publishedAt: '2024-05-06 07:08:09.010Z',
      author: 'auth100004',
      public: true,
      role: 'rolemembers0001',
    };
    const { id } = await server.must('POST', 'collections/BenchEntry/records', body, who);
    const row = await server.must('GET', `collections/BenchEntry/records/${id}`, undefined, who);
    assert.deepEqual([row.author, row.score, row.role], ['auth100004', 4, 'rolemembers0001']);
  },

  async increment(server, who) {
    const path = 'collections/BenchCounter/records/coun100004';
    const { score } = await server.must('GET', path, undefined, who);
    assert.equal((await server.must('PATCH', path, { 'score+': 1 }, who)).score, score + 1);
    const refused = await server.send('PATCH', path, { 'score+': 1 });
    assert.equal(refused.status, 404, 'who is not signed in must not write');
  },
};

const ANSWERS = { parse: PARSE, pocketbase: POCKETBASE };

/** Asks once by hand, because a fast wrong answer is not worth measuring; the last of the sessions finds, too. */
export async function proveRight(workload, server, sessions) {
  const session = workload === 'find' ? sessions.at(-1) : sessions[0];
  try {
    await ANSWERS[server.constructor.protocol][workload](server, { session });
  } catch (error) {
    throw new Error(`${server.name} does not answer ${workload} rightly: ${error.message}`);
  }
}
