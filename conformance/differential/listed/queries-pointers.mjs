import {
  ABSENT_IS_NOT_THERE,
  INVALID_CLASS_NAME,
  NOTHING_IN_AN_EMPTY_LIST,
  OTHER_TYPE,
  POSSIBLE,
  WRONG_ARGUMENT,
} from '../reasons.mjs';

export default [
  {
    scenario: 'Pointers',
    step: 'GET /classes/PtrPlayer where={"team":{"$in":[]}} keys=name',
    reason: NOTHING_IN_AN_EMPTY_LIST,
    parseServer: { body: ['dan'] },
    ours: { body: [] },
  },
  {
    scenario: 'Pointers',
    step: 'GET /classes/PtrPlayer where={"team":{"$nin":[{"__type":"Pointer","className":"PtrTeam","objectId":"{{red.objectId}}"}]}} keys=name',
    reason: ABSENT_IS_NOT_THERE,
    parseServer: { body: ['bob', 'eve'] },
    ours: { body: ['bob', 'dan', 'eve'] },
  },
  {
    scenario: 'Pointers',
    step: 'GET /classes/PtrPlayer where={"team.name":"red"} keys=name',
    reason: OTHER_TYPE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 200, body: [] },
  },
  {
    scenario: 'Pointers',
    step: 'GET /classes/PtrPlayer where={"team":{"__type":"Object","className":"PtrTeam","objectId":"{{red.objectId}}"}} keys=name',
    reason: POSSIBLE,
    parseServer: {
      status: 400,
      body: {
        code: 119,
        error: 'Postgres doesn\'t support this query type yet {"__type":"Object","className":"PtrTeam","objectId":"<id 1>"}',
      },
    },
    ours: { status: 200, body: [] },
  },
  {
    scenario: 'Pointers',
    step: 'GET /classes/PtrPlayer where={"team":5} keys=name',
    reason: OTHER_TYPE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 200, body: [] },
  },
  {
    scenario: 'Pointers',
    step: 'GET /classes/PtrPlayer where={"team":{"$gt":" "}} keys=name',
    reason: OTHER_TYPE,
    parseServer: { body: ['ann', 'bob', 'cat', 'eve'] },
    ours: { body: [] },
  },
  {
    scenario: 'Queries inside queries',
    step: 'GET /classes/SubMember where={"club":{"$inQuery":{"className":"SubClub","where":{"city":"Nowhere"}}}} keys=name',
    reason: NOTHING_IN_AN_EMPTY_LIST,
    parseServer: { body: ['dan', 'eve'] },
    ours: { body: [] },
  },
  {
    scenario: 'Queries inside queries',
    step: 'GET /classes/SubMember where={"club":{"$notInQuery":{"className":"SubClub","where":{"city":"Rome"}}}} keys=name',
    reason: ABSENT_IS_NOT_THERE,
    parseServer: { body: ['bob'] },
    ours: { body: ['bob', 'dan', 'eve'] },
  },
  {
    scenario: 'Queries inside queries',
    step: 'GET /classes/SubMember where={"club":{"$inQuery":{"className":"SubNowhere","where":{}}}} keys=name',
    reason: NOTHING_IN_AN_EMPTY_LIST,
    parseServer: { body: ['dan', 'eve'] },
    ours: { body: [] },
  },
  {
    scenario: 'Queries inside queries',
    step: 'GET /classes/SubMember where={"home":{"$dontSelect":{"query":{"className":"SubClub","where":{}},"key":"city"}}} keys=name',
    reason: ABSENT_IS_NOT_THERE,
    parseServer: { body: ['dan'] },
    ours: { body: ['dan', 'eve'] },
  },
  {
    scenario: 'Queries inside queries',
    step: 'GET /classes/SubMember where={"home":{"$select":{"query":{"className":"SubClub","where":{}},"key":"nothing"}}} keys=name',
    reason: POSSIBLE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 200, body: [] },
  },
  {
    scenario: 'Queries inside queries',
    step: 'GET /classes/SubMember where={"home":{"$dontSelect":{"query":{"className":"SubClub","where":{}},"key":"nothing"}}} keys=name',
    reason: POSSIBLE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 200, body: ['ann', 'bob', 'cat', 'dan', 'eve'] },
  },
  {
    scenario: 'Queries inside queries, written wrongly',
    step: 'GET /classes/SubBad where={"club":{"$inQuery":null}} keys=name',
    reason: WRONG_ARGUMENT,
    parseServer: {
      body: { code: 119, error: 'Postgres doesn\'t support this query type yet {"$inQuery":null}' },
    },
    ours: { body: { code: 102, error: 'improper usage of $inQuery' } },
  },
  {
    scenario: 'Queries inside queries, written wrongly',
    step: 'GET /classes/SubBad where={"club":{"$inQuery":{"className":"bad-name","where":{}}}} keys=name',
    reason: INVALID_CLASS_NAME,
    parseServer: { status: 200, body: [] },
    ours: {
      status: 400,
      body: {
        code: 103,
        error: 'Invalid classname: bad-name, classnames can only have alphanumeric characters and _, and must start with an alpha character ',
      },
    },
  },
];
