import { INVALID_CLASS_NAME, INVALID_VALUE, RELATION_VALUE } from '../reasons.mjs';

export default [
  {
    scenario: 'Dates that are none',
    step: 'POST /classes/TypeDateBad {"v":{"__type":"Date","iso":"not a date"}}',
    reason: INVALID_VALUE,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 400, body: { code: 111, error: 'This is not a valid Date' } },
  },
  {
    scenario: 'Dates that are none',
    step: 'POST /classes/TypeDateBad {"v":{"__type":"Date","iso":5}}',
    reason: INVALID_VALUE,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 400, body: { code: 111, error: 'This is not a valid Date' } },
  },
  {
    scenario: 'Pointers',
    step: 'POST /classes/TypePointerNew {"v":{"__type":"Pointer","className":"bad-name","objectId":"x"}}',
    reason: INVALID_CLASS_NAME,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/classes/TypePointerNew/<id 12>' },
      body: { createdAt: '<now>', objectId: '<id 12>' },
    },
    ours: {
      status: 400,
      headers: { location: null },
      body: {
        code: 103,
        error: 'Invalid classname: bad-name, classnames can only have alphanumeric characters and _, and must start with an alpha character ',
      },
    },
  },
  {
    scenario: 'Geo points',
    step: 'POST /classes/TypeGeoText {"v":{"__type":"GeoPoint","latitude":"1","longitude":"2"}}',
    reason: INVALID_VALUE,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/classes/TypeGeoText/<id 18>' },
      body: { createdAt: '<now>', objectId: '<id 18>' },
    },
    ours: { status: 400, headers: { location: null }, body: { code: 111, error: 'This is not a valid GeoPoint' } },
  },
  {
    scenario: 'Polygons',
    step: 'POST /classes/TypePolygon {"v":{"__type":"Polygon","coordinates":[[0,0],["x",1],[1,1]]}}',
    reason: INVALID_VALUE,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 400, body: { code: 107, error: 'Polygon coordinates must be pairs of numbers' } },
  },
  {
    scenario: 'A relation written as a value',
    step: 'POST /classes/TypeRelation {"v":{"__type":"Relation","className":"TypeRelationTarget"},"name":"r"}',
    reason: RELATION_VALUE,
    parseServer: { status: 500, headers: { location: null }, body: { code: 1, message: 'Internal server error.' } },
    ours: {
      status: 201,
      headers: { location: '<server>/parse/classes/TypeRelation/<id 2>' },
      body: { createdAt: '<now>', objectId: '<id 2>' },
    },
  },
];
