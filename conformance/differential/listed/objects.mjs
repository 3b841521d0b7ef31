import {
  BODY_IS_AN_OBJECT,
  CONSTRUCTOR_FIELD,
  FAILS_INSIDE,
  NOT_STORABLE,
  OBJECT_ID_STAYS,
  UNSET_UNKNOWN,
} from '../reasons.mjs';

export default [
  {
    scenario: 'Bodies that are empty, missing or not an object',
    step: 'POST an empty array',
    reason: BODY_IS_AN_OBJECT,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/classes/ObjEmpty/<id 7>' },
      body: { createdAt: '<now>', objectId: '<id 7>' },
    },
    ours: { status: 400, headers: { location: null }, body: { error: 'the request body must be a JSON object' } },
  },
  {
    scenario: 'Bodies that are empty, missing or not an object',
    step: 'POST an array',
    reason: BODY_IS_AN_OBJECT,
    parseServer: { body: { code: 105, error: 'Invalid field name: 0.' } },
    ours: { body: { error: 'the request body must be a JSON object' } },
  },
  {
    scenario: 'An objectId in the body of an update',
    step: 'GET /classes/ObjRename/{{o.objectId}}',
    reason: OBJECT_ID_STAYS,
    parseServer: { status: 404, body: { code: 101, error: 'Object not found.' } },
    ours: {
      status: 200,
      body: { createdAt: '<now>', name: 'after', objectId: '<id 1>', updatedAt: '<later than createdAt>' },
    },
  },
  {
    scenario: 'An objectId in the body of an update',
    step: 'GET /classes/ObjRename/renamed',
    reason: OBJECT_ID_STAYS,
    parseServer: {
      status: 200,
      body: { createdAt: '<now>', name: 'after', objectId: 'renamed', updatedAt: '<later than createdAt>' },
    },
    ours: { status: 404, body: { code: 101, error: 'Object not found.' } },
  },
  {
    scenario: 'An objectId in the body of an update',
    step: 'PUT /classes/ObjRename/{{o.objectId}} {"id":"other"}',
    reason: OBJECT_ID_STAYS,
    parseServer: { status: 404, body: { code: 101, error: 'Object not found.' } },
    ours: { status: 200, body: { updatedAt: '<now>' } },
  },
  {
    scenario: 'Null is the same as nothing',
    step: 'PUT /classes/ObjNull/{{o.objectId}} {"never":null}',
    reason: UNSET_UNKNOWN,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 200, body: { updatedAt: '<now>' } },
  },
  {
    scenario: 'Texts of every kind come back unchanged',
    step: 'a text with the character U+0000',
    reason: FAILS_INSIDE,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 400, body: { code: 107, error: 'strings must not contain the character U+0000' } },
  },
  {
    scenario: 'Texts of every kind come back unchanged',
    step: 'a text with half a surrogate pair',
    reason: NOT_STORABLE,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/classes/ObjText/<id 10>' },
      body: { createdAt: '<now>', objectId: '<id 10>' },
    },
    ours: {
      status: 400,
      headers: { location: null },
      body: { code: 107, error: 'strings must be whole Unicode text' },
    },
  },
  {
    scenario: 'Numbers of every kind come back unchanged',
    step: 'POST a number beyond double precision',
    reason: NOT_STORABLE,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/classes/ObjNumber/<id 21>' },
      body: { createdAt: '<now>', objectId: '<id 21>' },
    },
    ours: {
      status: 400,
      headers: { location: null },
      body: { code: 107, error: 'numbers must be finite' },
    },
  },
  {
    scenario: 'Prohibited keywords are refused anywhere in a write',
    step: 'POST /classes/ObjProto {"constructor":1}',
    reason: CONSTRUCTOR_FIELD,
    parseServer: {
      body: { code: 111, error: 'schema mismatch for ObjProto.constructor; expected undefined but got Number' },
    },
    ours: { body: { code: 105, error: 'Prohibited keyword in request data: {"key":"constructor"}.' } },
  },
];
