import {
  EMPTY_RELATION_CHANGE,
  FAILS_INSIDE,
  OPERATION_ARGUMENT,
  UNSET_UNKNOWN,
  WRONG_ARGUMENT,
} from '../reasons.mjs';

export default [
  {
    scenario: 'Relations written wrongly',
    step: 'PUT /classes/RelOwner/{{o.objectId}} {"rel":{"__op":"AddRelation","objects":[]}}',
    reason: EMPTY_RELATION_CHANGE,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 200, body: { updatedAt: '<now>' } },
  },
  {
    scenario: 'Relations written wrongly',
    step: 'PUT /classes/RelOwner/{{o.objectId}} {"rel":{"__op":"RemoveRelation","objects":[]}}',
    reason: EMPTY_RELATION_CHANGE,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 200, body: { updatedAt: '<now>' } },
  },
  {
    scenario: 'Relations written wrongly',
    step: 'PUT /classes/RelOwner/{{o.objectId}} {"rel":{"__op":"AddRelation"}}',
    reason: OPERATION_ARGUMENT,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 400, body: { code: 107, error: 'objects to add must be an array' } },
  },
  {
    scenario: 'Relations written wrongly',
    step: 'PUT /classes/RelOwner/{{o.objectId}} {"rel":{"__op":"AddRelation","objects":["text"]}}',
    reason: OPERATION_ARGUMENT,
    parseServer: {
      body: { code: 111, error: 'schema mismatch for RelOwner.rel; expected Relation<RelTarget> but got Relation' },
    },
    ours: { body: { code: 107, error: 'bad objectId' } },
  },
  {
    scenario: 'Relations written wrongly',
    step: 'PUT /classes/RelOwner/{{o.objectId}} {"rel":{"__op":"Delete"}}',
    reason: UNSET_UNKNOWN,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 200, body: { updatedAt: '<now>' } },
  },
  {
    scenario: 'Asking for related objects wrongly',
    step: 'GET /classes/RelAskTarget where={"$relatedTo":{}}',
    reason: FAILS_INSIDE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'improper usage of $relatedTo' } },
  },
  {
    scenario: 'Asking for related objects wrongly',
    step: 'GET /classes/RelAskTarget where={"$relatedTo":{"object":{"__type":"Pointer","className":"RelAsk","objectId":"{{o.objectId}}"}}}',
    reason: WRONG_ARGUMENT,
    parseServer: { status: 200, body: { results: [] } },
    ours: { status: 400, body: { code: 102, error: 'improper usage of $relatedTo' } },
  },
  {
    scenario: 'Asking for related objects wrongly',
    step: 'GET /classes/RelAskTarget where={"$relatedTo":{"key":"rel"}}',
    reason: FAILS_INSIDE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'improper usage of $relatedTo' } },
  },
  {
    scenario: 'Asking for related objects wrongly',
    step: 'GET /classes/RelAskTarget where={"$relatedTo":"text"}',
    reason: FAILS_INSIDE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'improper usage of $relatedTo' } },
  },
  {
    scenario: 'Asking for related objects wrongly',
    step: 'GET /classes/RelAskTarget where={"$relatedTo":{"object":"text","key":"rel"}}',
    reason: FAILS_INSIDE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'improper usage of $relatedTo' } },
  },
];
