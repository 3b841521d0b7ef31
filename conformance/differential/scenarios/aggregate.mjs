// Aggregation and distinct values, which only the master key may ask for.

import { date, get, pointer, post, rows, scenario } from '../scenario.mjs';

const SALES = [
  { name: 'a', shop: 'north', amount: 10, at: date('2019-03-01T10:20:30.000Z'), tags: ['x', 'y'], o: { k: 1 } },
  { name: 'b', shop: 'north', amount: 20, at: date('2019-07-02T11:21:31.000Z'), tags: ['x'], o: { k: 2 } },
  { name: 'c', shop: 'south', amount: 5, at: date('2020-01-03T12:22:32.000Z'), tags: [], o: { k: 1 } },
  { name: 'd', shop: 'south', amount: 7, at: date('2020-01-03T12:22:32.000Z') },
  { name: 'e', amount: 1 },
];

const pipeline = (className, stages) => get(`/aggregate/${className}`, { pipeline: stages }).master();

export default [
  scenario('Groups', [
    rows('AggSale', SALES),
    pipeline('AggSale', [{ $group: { _id: '$shop', total: { $sum: '$amount' } } }]),
    pipeline('AggSale', [{ $group: { _id: '$shop', count: { $sum: 1 } } }]),
    pipeline('AggSale', [{ $group: { _id: '$shop', most: { $max: '$amount' }, least: { $min: '$amount' } } }]),
    pipeline('AggSale', [{ $group: { _id: '$shop', mean: { $avg: '$amount' } } }]),
    pipeline('AggSale', [{ $group: { _id: null, total: { $sum: '$amount' } } }]),
    pipeline('AggSale', [{ $group: { _id: null, count: { $sum: 1 } } }]),
    pipeline('AggSale', [{ $group: { _id: { shop: '$shop' }, total: { $sum: '$amount' } } }]),
    pipeline('AggSale', [{ $group: { _id: '$shop' } }]),
    pipeline('AggSale', [{ $group: { _id: '$nothing', total: { $sum: '$amount' } } }]),
    pipeline('AggSale', [{ $group: { _id: null, latest: { $max: '$at' } } }]),
    pipeline('AggSale', [{ $group: { _id: '$at', count: { $sum: 1 } } }]),
  ]),

  scenario('Matching, projecting, sorting and cutting', [
    rows('AggStage', SALES),
    pipeline('AggStage', [{ $match: { shop: 'north' } }]),
    pipeline('AggStage', [{ $match: { amount: { $gt: 6 } } }, { $sort: { amount: 1 } }]),
    pipeline('AggStage', [{ $match: { amount: { $gte: 7, $lt: 20 } } }, { $sort: { amount: -1 } }]),
    pipeline('AggStage', [{ $match: { $or: [{ shop: 'north' }, { amount: 1 }] } }, { $sort: { name: 1 } }]),
    pipeline('AggStage', [{ $project: { name: 1 } }]),
    pipeline('AggStage', [{ $project: { objectId: 1, name: true } }]),
    pipeline('AggStage', [{ $sort: { name: -1 } }, { $limit: 2 }]),
    pipeline('AggStage', [{ $match: { shop: 'north' } }, { $group: { _id: '$shop', total: { $sum: '$amount' } } }]),
    pipeline('AggStage', [{ $sort: { name: 1 } }, { $skip: 3 }]),
    pipeline('AggStage', [{ $limit: 0 }]),
    pipeline('AggStage', []),
    pipeline('AggStage', { $sort: { name: 1 }, $limit: 1 }),
  ]),

  scenario('Stages run in their order', [
    rows('AggOrder', SALES),
    pipeline('AggOrder', [{ $sort: { name: 1 } }, { $limit: 3 }, { $group: { _id: null, total: { $sum: '$amount' } } }]),
    pipeline('AggOrder', [{ $group: { _id: '$shop', total: { $sum: '$amount' } } }, { $match: { total: { $gt: 5 } } }]),
    pipeline('AggOrder', [{ $group: { _id: '$shop', total: { $sum: '$amount' } } }, { $sort: { total: -1 } }]),
    pipeline('AggOrder', [{ $match: { shop: 'north' } }, { $match: { amount: { $gt: 10 } } }, { $project: { name: 1 } }]),
    pipeline('AggOrder', [{ $unwind: '$tags' }, { $group: { _id: '$tags', count: { $sum: 1 } } }]),
    pipeline('AggOrder', [{ $match: { shop: 'north' } }, { $count: 'sales' }]),
    pipeline('AggOrder', [{ $sample: { size: 2 } }]).only(body => body.results?.length ?? body),
    pipeline('AggOrder', [{ $skip: 4 }, { $sort: { name: 1 } }]).only(body => body.results?.length ?? body),
  ]),

  scenario('Matching in a pipeline', [
    rows('AggMatch', SALES.map((row, index) => ({ ...row, p: pointer('AggMatch', `p${index}`), yes: index > 1 }))),
    ...[
      { amount: { $in: [1, 5] } },
      { name: { $regex: '^[ab]' } },
      { shop: { $exists: false } },
      { shop: null },
      { shop: { $ne: 'north' } },
      { yes: true },
      { 'o.k': 1 },
      { p: 'p1' },
      { p: pointer('AggMatch', 'p1') },
      { at: { $gt: date('2019-12-31T00:00:00.000Z') } },
      { createdAt: { $gt: date('2001-01-01T00:00:00.000Z') } },
      { _id: 'missing' },
      { objectId: 'missing' },
      { nothing: 1 },
      { $and: [{ shop: 'south' }, { amount: 5 }] },
    ].map($match => pipeline('AggMatch', [{ $match }, { $sort: { name: 1 } }, { $project: { name: 1 } }])),
  ]),

  scenario('Groups by parts of a date', [
    rows('AggDates', SALES.slice(0, 4)),
    ...['year', 'month', 'dayOfMonth', 'dayOfWeek', 'hour', 'minute', 'second'].map(part =>
      pipeline('AggDates', [{ $group: { _id: { part: { [`$${part}`]: '$at' } }, count: { $sum: 1 } } }])
    ),
    pipeline('AggDates', [{ $group: { _id: { y: { $year: '$at' }, shop: '$shop' }, total: { $sum: '$amount' } } }]),
    pipeline('AggDates', [{ $group: { _id: { y: { $year: '$_created_at' } }, count: { $sum: 1 } } }]).only(
      body => body.results?.length ?? body
    ),
    pipeline('AggDates', [{ $group: { _id: '$shop', n: { $nonsense: '$amount' } } }]),
    pipeline('AggDates', [{ $group: { _id: '$shop', n: { $sum: 2 } } }]),
    pipeline('AggDates', [{ $group: { _id: '$shop', n: { $sum: 'amount' } } }]),
    pipeline('AggDates', [{ $group: { _id: '', n: { $max: '$amount' } } }]),
    pipeline('AggDates', [{ $project: { name: 0 } }]),
    pipeline('AggDates', [{ $lookup: { from: 'AggDates', as: 'x' } }]),
  ]),

  scenario('Pipelines that are wrong', [
    rows('AggBad', [{ name: 'a', n: 1 }]),
    pipeline('AggBad', [{ group: { _id: null } }]),
    pipeline('AggBad', [{ $group: {} }]),
    pipeline('AggBad', [{ $group: { _id: null, objectId: '$n' } }]),
    pipeline('AggBad', [{ $group: { _id: null }, $sort: { n: 1 } }]),
    pipeline('AggBad', [{ $group: { _id: 'n' } }]),
    pipeline('AggBad', [{ $nonsense: {} }]),
    pipeline('AggBad', [{ $unwind: '$tags' }]),
    pipeline('AggBad', [{ $count: 'total' }]),
    pipeline('AggBad', 'text'),
    pipeline('AggBad', [{}]),
    pipeline('AggBad', [5]),
    get('/aggregate/AggBad').master(),
    get('/aggregate/AggBad', { nonsense: 1 }).master(),
    get('/aggregate/AggBad', { pipeline: [{ $match: { name: 'a' } }] }),
    get('/aggregate/AggNowhere', { pipeline: [{ $match: { name: 'a' } }] }).master(),
    get('/aggregate/bad-name', { pipeline: [{ $match: { name: 'a' } }] }).master(),
    get('/aggregate/AggBad', { pipeline: [{ $match: { name: 'a' } }] }).readOnlyMaster(),
    post('/aggregate/AggBad', { _method: 'GET', pipeline: [{ $match: { name: 'a' } }] }).master(),
  ]),

  scenario('Distinct values', [
    rows('AggDistinct', SALES.map((row, index) => ({ ...row, p: pointer('AggDistinct', `p${index % 2}`), yes: index > 1 }))),
    ...['shop', 'amount', 'tags', 'at', 'p', 'yes', 'o.k', 'nothing', 'objectId', 'o'].map(distinct =>
      get('/aggregate/AggDistinct', { distinct })
        .master()
        .only(body => (distinct === 'objectId' ? body.results.length : { results: sorted(body.results) }))
    ),
    get('/aggregate/AggDistinct', { distinct: 'name', where: { shop: 'north' } })
      .master()
      .only(body => ({ results: sorted(body.results) })),
    get('/aggregate/AggDistinct', { distinct: 'name', where: { amount: { $gt: 5 } } })
      .master()
      .only(body => ({ results: sorted(body.results) })),
    get('/aggregate/AggDistinct', { distinct: 'shop' }),
    get('/aggregate/AggNowhereElse', { distinct: 'shop' }).master(),
  ]),
];

function sorted(values) {
  return [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
