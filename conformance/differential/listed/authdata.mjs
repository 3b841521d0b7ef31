import { NO_BUILT_IN_PROVIDERS } from '../reasons.mjs';

export default [
  {
    scenario: 'Proofs that fail',
    step: 'POST /users {"authData":{"facebook":{"id":"x","access_token":"y"}}}',
    reason: NO_BUILT_IN_PROVIDERS,
    parseServer: { status: 404, body: { code: 101, error: 'Facebook auth is not configured.' } },
    ours: { status: 400, body: { code: 252, error: 'This authentication method is unsupported.' } },
  },
];
