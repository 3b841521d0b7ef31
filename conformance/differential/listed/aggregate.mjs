import {
  DATE_PARTS,
  DISTINCT_PATHS,
  KNOWN_STAGES,
  MATCH_LANGUAGE,
  STAGES_IN_ORDER,
  SUM_OF_A_NUMBER,
} from '../reasons.mjs';

export default [
  {
    scenario: 'Matching, projecting, sorting and cutting',
    step: 'GET /aggregate/AggStage pipeline=[{"$sort":{"name":1}},{"$skip":3}] as master key',
    reason: STAGES_IN_ORDER,
    parseServer: { status: 400, body: { code: 102, error: 'syntax error at or near "ORDER"' } },
    ours: {
      status: 200,
      body: {
        results: [
          {
            amount: 7,
            at: { __type: 'Date', iso: '2020-01-03T12:22:32.000Z' },
            createdAt: '<now>',
            name: 'd',
            objectId: '<id 4>',
            shop: 'south',
            updatedAt: '<same as createdAt>',
          },
          { amount: 1, createdAt: '<now>', name: 'e', objectId: '<id 5>', updatedAt: '<same as createdAt>' },
        ],
      },
    },
  },
  {
    scenario: 'Stages run in their order',
    step: 'GET /aggregate/AggOrder pipeline=[{"$sort":{"name":1}},{"$limit":3},{"$group":{"_id":null,"total":{"$sum":"$amount"}}}] as master key',
    reason: STAGES_IN_ORDER,
    parseServer: {
      status: 400,
      body: {
        code: 102,
        error: 'column "AggOrder.objectId" must appear in the GROUP BY clause or be used in an aggregate function',
      },
    },
    ours: { status: 200, body: { results: [{ objectId: null, total: 35 }] } },
  },
  {
    scenario: 'Stages run in their order',
    step: 'GET /aggregate/AggOrder pipeline=[{"$group":{"_id":"$shop","total":{"$sum":"$amount"}}},{"$match":{"total":{"$gt":5}}}] as master key',
    reason: STAGES_IN_ORDER,
    parseServer: { status: 400, body: { code: 102, error: 'column "total" does not exist' } },
    ours: { status: 200, body: { results: [{ objectId: 'north', total: 30 }, { objectId: 'south', total: 12 }] } },
  },
  {
    scenario: 'Stages run in their order',
    step: 'GET /aggregate/AggOrder pipeline=[{"$unwind":"$tags"},{"$group":{"_id":"$tags","count":{"$sum":1}}}] as master key',
    reason: KNOWN_STAGES,
    parseServer: {
      body: {
        results: [
          { count: 1, objectId: ['x', 'y'] },
          { count: 1, objectId: ['x'] },
          { count: 1, objectId: [] },
          { count: 2, objectId: null },
        ],
      },
    },
    ours: { body: { results: [{ count: 1, objectId: 'y' }, { count: 2, objectId: 'x' }] } },
  },
  {
    scenario: 'Stages run in their order',
    step: 'GET /aggregate/AggOrder pipeline=[{"$match":{"shop":"north"}},{"$count":"sales"}] as master key',
    reason: KNOWN_STAGES,
    parseServer: {
      body: {
        results: [
          {
            amount: 10,
            at: { __type: 'Date', iso: '2019-03-01T10:20:30.000Z' },
            createdAt: '<now>',
            name: 'a',
            o: { k: 1 },
            objectId: '<id 1>',
            shop: 'north',
            tags: ['x', 'y'],
            updatedAt: '<same as createdAt>',
          },
          {
            amount: 20,
            at: { __type: 'Date', iso: '2019-07-02T11:21:31.000Z' },
            createdAt: '<now>',
            name: 'b',
            o: { k: 2 },
            objectId: '<id 2>',
            shop: 'north',
            tags: ['x'],
            updatedAt: '<same as createdAt>',
          },
        ],
      },
    },
    ours: { body: { results: [{ objectId: null, sales: 2 }] } },
  },
  {
    scenario: 'Stages run in their order',
    step: 'GET /aggregate/AggOrder pipeline=[{"$sample":{"size":2}}] as master key',
    reason: KNOWN_STAGES,
    parseServer: { body: 5 },
    ours: { body: 2 },
  },
  {
    scenario: 'Stages run in their order',
    step: 'GET /aggregate/AggOrder pipeline=[{"$skip":4},{"$sort":{"name":1}}] as master key',
    reason: STAGES_IN_ORDER,
    parseServer: { status: 400, body: { code: 102, error: 'syntax error at or near "ORDER"' } },
    ours: { status: 200, body: 1 },
  },
  {
    scenario: 'Matching in a pipeline',
    step: 'GET /aggregate/AggMatch pipeline=[{"$match":{"amount":{"$in":[1,5]}}},{"$sort":{"name":1}},{"$project":{"name":1}}] as master key',
    reason: MATCH_LANGUAGE,
    parseServer: {
      status: 400,
      body: { code: 102, error: 'invalid input syntax for type double precision: "{"$in":[1,5]}"' },
    },
    ours: { status: 200, body: { results: [{ name: 'c', objectId: null }, { name: 'e', objectId: null }] } },
  },
  {
    scenario: 'Matching in a pipeline',
    step: 'GET /aggregate/AggMatch pipeline=[{"$match":{"name":{"$regex":"^[ab]"}}},{"$sort":{"name":1}},{"$project":{"name":1}}] as master key',
    reason: MATCH_LANGUAGE,
    parseServer: { body: { results: [] } },
    ours: { body: { results: [{ name: 'a', objectId: null }, { name: 'b', objectId: null }] } },
  },
  {
    scenario: 'Matching in a pipeline',
    step: 'GET /aggregate/AggMatch pipeline=[{"$match":{"shop":{"$exists":false}}},{"$sort":{"name":1}},{"$project":{"name":1}}] as master key',
    reason: MATCH_LANGUAGE,
    parseServer: { body: { results: [] } },
    ours: { body: { results: [{ name: 'e', objectId: null }] } },
  },
  {
    scenario: 'Matching in a pipeline',
    step: 'GET /aggregate/AggMatch pipeline=[{"$match":{"shop":null}},{"$sort":{"name":1}},{"$project":{"name":1}}] as master key',
    reason: MATCH_LANGUAGE,
    parseServer: { status: 400, body: { code: 102, error: "Cannot read properties of null (reading '$gt')" } },
    ours: { status: 200, body: { results: [{ name: 'e', objectId: null }] } },
  },
  {
    scenario: 'Matching in a pipeline',
    step: 'GET /aggregate/AggMatch pipeline=[{"$match":{"shop":{"$ne":"north"}}},{"$sort":{"name":1}},{"$project":{"name":1}}] as master key',
    reason: MATCH_LANGUAGE,
    parseServer: { body: { results: [] } },
    ours: {
      body: { results: [{ name: 'c', objectId: null }, { name: 'd', objectId: null }, { name: 'e', objectId: null }] },
    },
  },
  {
    scenario: 'Matching in a pipeline',
    step: 'GET /aggregate/AggMatch pipeline=[{"$match":{"o.k":1}},{"$sort":{"name":1}},{"$project":{"name":1}}] as master key',
    reason: MATCH_LANGUAGE,
    parseServer: {
      body: {
        results: [
          { name: 'a', objectId: null },
          { name: 'b', objectId: null },
          { name: 'c', objectId: null },
          { name: 'd', objectId: null },
          { name: 'e', objectId: null },
        ],
      },
    },
    ours: { body: { results: [{ name: 'a', objectId: null }, { name: 'c', objectId: null }] } },
  },
  {
    scenario: 'Matching in a pipeline',
    step: 'GET /aggregate/AggMatch pipeline=[{"$match":{"p":{"__type":"Pointer","className":"AggMatch","objectId":"p1"}}},{"$sort":{"name":1}},{"$project":{"name":1}}] as master key',
    reason: MATCH_LANGUAGE,
    parseServer: { body: { results: [] } },
    ours: { body: { results: [{ name: 'b', objectId: null }] } },
  },
  {
    scenario: 'Matching in a pipeline',
    step: 'GET /aggregate/AggMatch pipeline=[{"$match":{"nothing":1}},{"$sort":{"name":1}},{"$project":{"name":1}}] as master key',
    reason: MATCH_LANGUAGE,
    parseServer: {
      body: {
        results: [
          { name: 'a', objectId: null },
          { name: 'b', objectId: null },
          { name: 'c', objectId: null },
          { name: 'd', objectId: null },
          { name: 'e', objectId: null },
        ],
      },
    },
    ours: { body: { results: [] } },
  },
  {
    scenario: 'Matching in a pipeline',
    step: 'GET /aggregate/AggMatch pipeline=[{"$match":{"$and":[{"shop":"south"},{"amount":5}]}},{"$sort":{"name":1}},{"$project":{"name":1}}] as master key',
    reason: MATCH_LANGUAGE,
    parseServer: {
      body: {
        results: [
          { name: 'a', objectId: null },
          { name: 'b', objectId: null },
          { name: 'c', objectId: null },
          { name: 'd', objectId: null },
          { name: 'e', objectId: null },
        ],
      },
    },
    ours: { body: { results: [{ name: 'c', objectId: null }] } },
  },
  {
    scenario: 'Groups by parts of a date',
    step: 'GET /aggregate/AggDates pipeline=[{"$group":{"_id":{"part":{"$year":"$at"}},"count":{"$sum":1}}}] as master key',
    reason: DATE_PARTS,
    parseServer: {
      body: {
        results: [
          { count: 1, objectId: { part: 2019 } },
          { count: 1, objectId: { part: 2019 } },
          { count: 2, objectId: { part: 2020 } },
        ],
      },
    },
    ours: { body: { results: [{ count: 2, objectId: { part: 2019 } }, { count: 2, objectId: { part: 2020 } }] } },
  },
  {
    scenario: 'Groups by parts of a date',
    step: 'GET /aggregate/AggDates pipeline=[{"$group":{"_id":{"part":{"$dayOfWeek":"$at"}},"count":{"$sum":1}}}] as master key',
    reason: DATE_PARTS,
    parseServer: {
      body: {
        results: [
          { count: 1, objectId: { part: 2 } },
          { count: 1, objectId: { part: 5 } },
          { count: 2, objectId: { part: 5 } },
        ],
      },
    },
    ours: { body: { results: [{ count: 1, objectId: { part: 2 } }, { count: 3, objectId: { part: 5 } }] } },
  },
  {
    scenario: 'Groups by parts of a date',
    step: 'GET /aggregate/AggDates pipeline=[{"$group":{"_id":{"y":{"$year":"$at"},"shop":"$shop"},"total":{"$sum":"$amount"}}}] as master key',
    reason: DATE_PARTS,
    parseServer: {
      body: {
        results: [
          { objectId: { shop: 'north', y: 2019 }, total: 10 },
          { objectId: { shop: 'north', y: 2019 }, total: 20 },
          { objectId: { shop: 'south', y: 2020 }, total: 12 },
        ],
      },
    },
    ours: {
      body: {
        results: [
          { objectId: { shop: 'north', y: 2019 }, total: 30 },
          { objectId: { shop: 'south', y: 2020 }, total: 12 },
        ],
      },
    },
  },
  {
    scenario: 'Groups by parts of a date',
    step: 'GET /aggregate/AggDates pipeline=[{"$group":{"_id":{"y":{"$year":"$_created_at"}},"count":{"$sum":1}}}] as master key',
    reason: DATE_PARTS,
    parseServer: { body: 4 },
    ours: { body: 1 },
  },
  {
    scenario: 'Groups by parts of a date',
    step: 'GET /aggregate/AggDates pipeline=[{"$group":{"_id":"$shop","n":{"$nonsense":"$amount"}}}] as master key',
    reason: KNOWN_STAGES,
    parseServer: { status: 200, body: { results: [{ objectId: 'north' }, { objectId: 'south' }] } },
    ours: { status: 400, body: { code: 102, error: "Invalid aggregate operator '$nonsense'." } },
  },
  {
    scenario: 'Groups by parts of a date',
    step: 'GET /aggregate/AggDates pipeline=[{"$group":{"_id":"$shop","n":{"$sum":2}}}] as master key',
    reason: SUM_OF_A_NUMBER,
    parseServer: { body: { results: [{ n: 2, objectId: 'north' }, { n: 2, objectId: 'south' }] } },
    ours: { body: { results: [{ n: 4, objectId: 'north' }, { n: 4, objectId: 'south' }] } },
  },
  {
    scenario: 'Groups by parts of a date',
    step: 'GET /aggregate/AggDates pipeline=[{"$project":{"name":0}}] as master key',
    reason: KNOWN_STAGES,
    parseServer: { body: { results: [{ objectId: null }, { objectId: null }, { objectId: null }, { objectId: null }] } },
    ours: {
      body: {
        results: [
          {
            amount: 10,
            at: { __type: 'Date', iso: '2019-03-01T10:20:30.000Z' },
            createdAt: '<now>',
            o: { k: 1 },
            objectId: '<id 1>',
            shop: 'north',
            tags: ['x', 'y'],
            updatedAt: '<same as createdAt>',
          },
          {
            amount: 20,
            at: { __type: 'Date', iso: '2019-07-02T11:21:31.000Z' },
            createdAt: '<now>',
            o: { k: 2 },
            objectId: '<id 2>',
            shop: 'north',
            tags: ['x'],
            updatedAt: '<same as createdAt>',
          },
          {
            amount: 5,
            at: { __type: 'Date', iso: '2020-01-03T12:22:32.000Z' },
            createdAt: '<now>',
            o: { k: 1 },
            objectId: '<id 3>',
            shop: 'south',
            tags: [],
            updatedAt: '<same as createdAt>',
          },
          {
            amount: 7,
            at: { __type: 'Date', iso: '2020-01-03T12:22:32.000Z' },
            createdAt: '<now>',
            objectId: '<id 4>',
            shop: 'south',
            updatedAt: '<same as createdAt>',
          },
        ],
      },
    },
  },
  {
    scenario: 'Groups by parts of a date',
    step: 'GET /aggregate/AggDates pipeline=[{"$lookup":{"from":"AggDates","as":"x"}}] as master key',
    reason: KNOWN_STAGES,
    parseServer: {
      status: 200,
      body: {
        results: [
          {
            amount: 10,
            at: { __type: 'Date', iso: '2019-03-01T10:20:30.000Z' },
            createdAt: '<now>',
            name: 'a',
            o: { k: 1 },
            objectId: '<id 1>',
            shop: 'north',
            tags: ['x', 'y'],
            updatedAt: '<same as createdAt>',
          },
          {
            amount: 20,
            at: { __type: 'Date', iso: '2019-07-02T11:21:31.000Z' },
            createdAt: '<now>',
            name: 'b',
            o: { k: 2 },
            objectId: '<id 2>',
            shop: 'north',
            tags: ['x'],
            updatedAt: '<same as createdAt>',
          },
          {
            amount: 5,
            at: { __type: 'Date', iso: '2020-01-03T12:22:32.000Z' },
            createdAt: '<now>',
            name: 'c',
            o: { k: 1 },
            objectId: '<id 3>',
            shop: 'south',
            tags: [],
            updatedAt: '<same as createdAt>',
          },
          {
            amount: 7,
            at: { __type: 'Date', iso: '2020-01-03T12:22:32.000Z' },
            createdAt: '<now>',
            name: 'd',
            objectId: '<id 4>',
            shop: 'south',
            updatedAt: '<same as createdAt>',
          },
        ],
      },
    },
    ours: { status: 400, body: { code: 102, error: "Invalid aggregate stage '$lookup'." } },
  },
  {
    scenario: 'Pipelines that are wrong',
    step: 'GET /aggregate/AggBad pipeline=[{"$nonsense":{}}] as master key',
    reason: KNOWN_STAGES,
    parseServer: {
      status: 200,
      body: {
        results: [{ createdAt: '<now>', n: 1, name: 'a', objectId: '<id 1>', updatedAt: '<same as createdAt>' }],
      },
    },
    ours: { status: 400, body: { code: 102, error: "Invalid aggregate stage '$nonsense'." } },
  },
  {
    scenario: 'Pipelines that are wrong',
    step: 'GET /aggregate/AggBad pipeline=[{"$unwind":"$tags"}] as master key',
    reason: KNOWN_STAGES,
    parseServer: {
      status: 200,
      body: {
        results: [{ createdAt: '<now>', n: 1, name: 'a', objectId: '<id 1>', updatedAt: '<same as createdAt>' }],
      },
    },
    ours: { status: 400, body: { code: 102, error: 'column "tags" does not exist' } },
  },
  {
    scenario: 'Pipelines that are wrong',
    step: 'GET /aggregate/AggBad pipeline=[{"$count":"total"}] as master key',
    reason: KNOWN_STAGES,
    parseServer: {
      body: {
        results: [{ createdAt: '<now>', n: 1, name: 'a', objectId: '<id 1>', updatedAt: '<same as createdAt>' }],
      },
    },
    ours: { body: { results: [{ objectId: null, total: 1 }] } },
  },
  {
    scenario: 'Distinct values',
    step: 'GET /aggregate/AggDistinct distinct=o.k as master key',
    reason: DISTINCT_PATHS,
    parseServer: { status: 400, body: { code: 102, error: "Cannot read properties of null (reading 'k')" } },
    ours: { status: 200, body: { results: [1, 2] } },
  },
];
