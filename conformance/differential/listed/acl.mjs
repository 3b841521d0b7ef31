import { INVALID_ACL } from '../reasons.mjs';

export default [
  {
    scenario: 'ACLs written wrongly',
    step: 'POST /classes/AclBad {"name":"a","ACL":"text"}',
    reason: INVALID_ACL,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/classes/AclBad/<id 1>' },
      body: { createdAt: '<now>', objectId: '<id 1>' },
    },
    ours: { status: 400, headers: { location: null }, body: { code: 123, error: 'Invalid ACL.' } },
  },
  {
    scenario: 'ACLs written wrongly',
    step: 'POST /classes/AclBad {"name":"b","ACL":5}',
    reason: INVALID_ACL,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/classes/AclBad/<id 2>' },
      body: { createdAt: '<now>', objectId: '<id 2>' },
    },
    ours: { status: 400, headers: { location: null }, body: { code: 123, error: 'Invalid ACL.' } },
  },
  {
    scenario: 'ACLs written wrongly',
    step: 'POST /classes/AclBad {"name":"c","ACL":[]}',
    reason: INVALID_ACL,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/classes/AclBad/<id 3>' },
      body: { createdAt: '<now>', objectId: '<id 3>' },
    },
    ours: { status: 400, headers: { location: null }, body: { code: 123, error: 'Invalid ACL.' } },
  },
  {
    scenario: 'ACLs written wrongly',
    step: 'POST /classes/AclBad {"name":"d","ACL":true}',
    reason: INVALID_ACL,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/classes/AclBad/<id 4>' },
      body: { createdAt: '<now>', objectId: '<id 4>' },
    },
    ours: { status: 400, headers: { location: null }, body: { code: 123, error: 'Invalid ACL.' } },
  },
];
