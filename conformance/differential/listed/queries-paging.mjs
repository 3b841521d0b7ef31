import {
  EMPTY_CONDITION_NULL,
  EXACT_COUNT,
  FAILS_INSIDE,
  ORDER_IGNORED,
  PAGING,
  WRONG_ARGUMENT,
} from '../reasons.mjs';

export default [
  {
    scenario: 'Limit, skip and order',
    step: 'GET /classes/PageLetters order=name limit=2.5 keys=name',
    reason: PAGING,
    parseServer: {
      status: 200,
      body: {
        results: [
          { createdAt: '<now>', name: 'a', objectId: '<id 2>', updatedAt: '<same as createdAt>' },
          { createdAt: '<now>', name: 'b', objectId: '<id 4>', updatedAt: '<same as createdAt>' },
          { createdAt: '<now>', name: 'c', objectId: '<id 1>', updatedAt: '<same as createdAt>' },
        ],
      },
    },
    ours: { status: 400, body: { code: 102, error: 'Invalid limit: use a whole number that is not negative' } },
  },
  {
    scenario: 'Limit, skip and order',
    step: 'GET /classes/PageLetters order=name limit=x keys=name',
    reason: PAGING,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'Invalid limit: use a whole number that is not negative' } },
  },
  {
    scenario: 'Limit, skip and order',
    step: 'GET /classes/PageLetters order=name limit=-1 keys=name',
    reason: PAGING,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'Invalid limit: use a whole number that is not negative' } },
  },
  {
    scenario: 'Limit, skip and order',
    step: 'GET /classes/PageLetters order=name skip=-1 keys=name',
    reason: PAGING,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'Invalid skip: use a whole number that is not negative' } },
  },
  {
    scenario: 'Limit, skip and order',
    step: 'GET /classes/PageLetters order=name skip=x keys=name',
    reason: PAGING,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'Invalid skip: use a whole number that is not negative' } },
  },
  {
    scenario: 'Orders that are wrong',
    step: 'GET /classes/PageOrderBad order=ACL keys=name',
    reason: ORDER_IGNORED,
    parseServer: { body: { results: [] } },
    ours: {
      body: { results: [{ createdAt: '<now>', name: 'a', objectId: '<id 1>', updatedAt: '<same as createdAt>' }] },
    },
  },
  {
    scenario: 'Counting',
    step: 'GET /classes/PageCount count=1 limit=0 as master key',
    reason: EXACT_COUNT,
    parseServer: { body: { count: 0, results: [] } },
    ours: { body: { count: 5, results: [] } },
  },
  {
    scenario: 'Parameters a find does not know',
    step: 'GET /classes/PageParams where=[]',
    reason: WRONG_ARGUMENT,
    parseServer: {
      status: 200,
      body: { results: [{ createdAt: '<now>', name: 'a', objectId: '<id 1>', updatedAt: '<same as createdAt>' }] },
    },
    ours: { status: 400, body: { code: 107, error: 'where parameter is not valid JSON' } },
  },
  {
    scenario: 'Parameters a find does not know',
    step: 'GET /classes/PageParams where=5',
    reason: FAILS_INSIDE,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 400, body: { code: 107, error: 'where parameter is not valid JSON' } },
  },
  {
    scenario: 'Parameters a find does not know',
    step: 'GET /classes/PageParams where=null',
    reason: EMPTY_CONDITION_NULL,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: {
      status: 200,
      body: { results: [{ createdAt: '<now>', name: 'a', objectId: '<id 1>', updatedAt: '<same as createdAt>' }] },
    },
  },
];
