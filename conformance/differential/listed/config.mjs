import { CONFIG_OPERATIONS, POSSIBLE } from '../reasons.mjs';

const nothing = body => ({
  scenario: 'Parameters are read and written',
  step: `PUT /config ${body} as master key`,
  reason: POSSIBLE,
  parseServer: { status: 400, body: { code: 141, error: 'syntax error at or near "WHERE"' } },
  ours: { status: 200, body: { result: true } },
});

const after = (operation, objects, ours) => ({
  scenario: 'Operations on parameters',
  step: `after ${operation}`,
  reason: CONFIG_OPERATIONS,
  parseServer: { body: { __op: operation, objects } },
  ours: { body: ours },
});

export default [
  nothing('{}'),
  nothing('{"masterKeyOnly":{"welcome":true}}'),
  after('Add', [2, 3], [1, 2, 2, 3]),
  after('AddUnique', [2, 3], [1, 2, 3]),
  after('Remove', [1], [2]),
];
