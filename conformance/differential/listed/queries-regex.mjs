import { FAILS_INSIDE, POSSIBLE, REGULAR_EXPRESSIONS, UNKNOWN_OPERATOR } from '../reasons.mjs';

export default [
  {
    scenario: 'Patterns',
    step: 'GET /classes/QueryRegex where={"s":{"$regex":"\\\\Qx\\\\E\\\\\\\\E\\\\Qy\\\\E"}} keys=name',
    reason: REGULAR_EXPRESSIONS,
    parseServer: { body: [] },
    ours: { body: ['slash-e'] },
  },
  {
    scenario: 'Patterns',
    step: 'GET /classes/QueryRegex where={"s":{"$regex":"^Second","$options":"m"}} keys=name',
    reason: REGULAR_EXPRESSIONS,
    parseServer: { body: [] },
    ours: { body: ['lines'] },
  },
  {
    scenario: 'Patterns',
    step: 'GET /classes/QueryRegex where={"s":{"$regex":""}} keys=name',
    reason: POSSIBLE,
    parseServer: { status: 400, body: { code: 119, error: 'Postgres doesn\'t support this query type yet {"$regex":""}' } },
    ours: { status: 200, body: ['empty', 'lines', 'percent', 'plain', 'quote', 'slash-e', 'special'] },
  },
  {
    scenario: 'Patterns and options that are wrong',
    step: 'GET /classes/QueryRegexBad where={"s":{"$regex":"("}} keys=name',
    reason: FAILS_INSIDE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'bad $regex: a ) is missing' } },
  },
  {
    scenario: 'Patterns and options that are wrong',
    step: 'GET /classes/QueryRegexBad where={"s":{"$regex":"["}} keys=name',
    reason: FAILS_INSIDE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'bad $regex: a ] is missing' } },
  },
  {
    scenario: 'Patterns and options that are wrong',
    step: 'GET /classes/QueryRegexBad where={"s":{"$regex":"*"}} keys=name',
    reason: FAILS_INSIDE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'bad $regex: there is nothing to repeat' } },
  },
  {
    scenario: 'Patterns and options that are wrong',
    step: 'GET /classes/QueryRegexBad where={"s":{"$options":"i"}} keys=name',
    reason: UNKNOWN_OPERATOR,
    parseServer: { body: { code: 119, error: 'Postgres doesn\'t support this query type yet {"$options":"i"}' } },
    ours: { body: { code: 102, error: 'bad constraint: $options' } },
  },
];
