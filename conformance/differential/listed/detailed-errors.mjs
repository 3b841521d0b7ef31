import { FAILS_INSIDE, OTHER_TYPE, PAGING, UNKNOWN_OPERATOR } from '../reasons.mjs';

export default [
  {
    scenario: 'Errors of the database',
    step: 'GET /classes/LongDatabase where={"s":{"$regex":"("}}',
    reason: FAILS_INSIDE,
    parseServer: { status: 500, body: { code: 1, error: 'invalid regular expression: parentheses () not balanced' } },
    ours: { status: 400, body: { code: 102, error: 'bad $regex: a ) is missing' } },
  },
  {
    scenario: 'Errors of the database',
    step: 'GET /classes/LongDatabase where={"n":"text"}',
    reason: OTHER_TYPE,
    parseServer: { status: 500, body: { code: 1, error: 'invalid input syntax for type double precision: "text"' } },
    ours: { status: 200, body: { results: [] } },
  },
  {
    scenario: 'Errors of the database',
    step: 'GET /classes/LongDatabase limit=-1',
    reason: PAGING,
    parseServer: { status: 500, body: { code: 1, error: 'LIMIT must not be negative' } },
    ours: { status: 400, body: { code: 102, error: 'Invalid limit: use a whole number that is not negative' } },
  },
  {
    scenario: 'Errors of the database',
    step: 'GET /classes/LongDatabase where={"n":{"$foo":1}}',
    reason: UNKNOWN_OPERATOR,
    parseServer: { body: { code: 119, error: 'Postgres doesn\'t support this query type yet {"$foo":1}' } },
    ours: { body: { code: 102, error: 'bad constraint: $foo' } },
  },
];
