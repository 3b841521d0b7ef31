import { DONE_ONCE, MAINTENANCE_KEY } from '../reasons.mjs';

export default [
  {
    scenario: 'Headers that mean nothing',
    step: 'POST /classes/OverrideThing {"name":"y"} [X-Parse-Request-Id: request-1] #2',
    reason: DONE_ONCE,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/classes/OverrideThing/<id 5>' },
      body: { createdAt: '<now>', objectId: '<id 5>' },
    },
    ours: {
      status: 201,
      headers: { location: '<server>/parse/classes/OverrideThing/<id 4>' },
      body: { createdAt: '<now>', objectId: '<id 4>' },
    },
  },
  {
    scenario: 'Keys in the body that are not what they should be',
    step: 'POST /classes/TunnelBad {"_ApplicationId":"differential","_ClientVersion":"js8.6.0","_InstallationId":"transport-device","_MaintenanceKey":"keeper-of-columns","_method":"GET"} [Content-Type: text/plain] [no application id]',
    reason: MAINTENANCE_KEY,
    parseServer: { status: 400, body: { code: 102, error: 'Invalid parameter for query: _MaintenanceKey' } },
    ours: {
      status: 200,
      body: { results: [{ createdAt: '<now>', objectId: '<id 6>', updatedAt: '<same as createdAt>' }] },
    },
  },
];
