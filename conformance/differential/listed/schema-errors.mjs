import { DEFAULT_FOR_NULL, NO_SUCH_CLASS } from '../reasons.mjs';

export default [
  {
    scenario: 'Class names that are not allowed',
    step: 'DELETE /classes/_Nonsense/x',
    reason: NO_SUCH_CLASS,
    parseServer: { status: 200, body: {} },
    ours: { status: 404, body: { code: 101, error: 'Object not found.' } },
  },
  {
    scenario: 'Class names that are not allowed',
    step: 'DELETE /classes/1Abc/x',
    reason: NO_SUCH_CLASS,
    parseServer: { status: 200, body: {} },
    ours: { status: 404, body: { code: 101, error: 'Object not found.' } },
  },
  {
    scenario: 'Class names that are not allowed',
    step: 'DELETE /classes/Ab-c/x',
    reason: NO_SUCH_CLASS,
    parseServer: { status: 200, body: {} },
    ours: { status: 404, body: { code: 101, error: 'Object not found.' } },
  },
  {
    scenario: 'Class names that are not allowed',
    step: 'DELETE /classes/Ab%20c/x',
    reason: NO_SUCH_CLASS,
    parseServer: { status: 200, body: {} },
    ours: { status: 404, body: { code: 101, error: 'Object not found.' } },
  },
  {
    scenario: 'Class names that are not allowed',
    step: 'DELETE /classes/Ab.c/x',
    reason: NO_SUCH_CLASS,
    parseServer: { status: 200, body: {} },
    ours: { status: 404, body: { code: 101, error: 'Object not found.' } },
  },
  {
    scenario: 'Class names that are not allowed',
    step: 'DELETE /classes/%C3%84b/x',
    reason: NO_SUCH_CLASS,
    parseServer: { status: 200, body: {} },
    ours: { status: 404, body: { code: 101, error: 'Object not found.' } },
  },
  {
    scenario: 'Class names that are not allowed',
    step: 'DELETE /classes/_SCHEMA/x',
    reason: NO_SUCH_CLASS,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 404, body: { code: 101, error: 'Object not found.' } },
  },
  {
    scenario: 'Class names that are not allowed',
    step: 'DELETE /classes/A%22b/x',
    reason: NO_SUCH_CLASS,
    parseServer: { status: 200, body: {} },
    ours: { status: 404, body: { code: 101, error: 'Object not found.' } },
  },
  {
    scenario: 'Required fields and default values',
    step: 'POST /classes/SchemaRules {"must":"x","filled":null}',
    reason: DEFAULT_FOR_NULL,
    parseServer: { status: 500, headers: { location: null }, body: { code: 1, message: 'Internal server error.' } },
    ours: {
      status: 201,
      headers: { location: '<server>/parse/classes/SchemaRules/<id 7>' },
      body: { both: 'default', createdAt: '<now>', filled: 5, list: [1], objectId: '<id 7>' },
    },
  },
  {
    scenario: 'Required fields and default values',
    step: 'GET /classes/SchemaRules order=createdAt',
    reason: DEFAULT_FOR_NULL,
    parseServer: {
      body: {
        results: [
          {
            both: 'default',
            createdAt: '<now>',
            list: [1],
            must: 'x',
            objectId: '<id 5>',
            updatedAt: '<later than createdAt>',
          },
          {
            both: 'y',
            createdAt: '<now>',
            filled: 7,
            list: [2],
            must: 'x',
            objectId: '<id 6>',
            updatedAt: '<same as createdAt>',
          },
        ],
      },
    },
    ours: {
      body: {
        results: [
          {
            both: 'default',
            createdAt: '<now>',
            list: [1],
            must: 'x',
            objectId: '<id 5>',
            updatedAt: '<later than createdAt>',
          },
          {
            both: 'y',
            createdAt: '<now>',
            filled: 7,
            list: [2],
            must: 'x',
            objectId: '<id 6>',
            updatedAt: '<same as createdAt>',
          },
          {
            both: 'default',
            createdAt: '<now>',
            filled: 5,
            list: [1],
            must: 'x',
            objectId: '<id 7>',
            updatedAt: '<same as createdAt>',
          },
        ],
      },
    },
  },
];
