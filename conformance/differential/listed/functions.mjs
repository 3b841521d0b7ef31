import { BODY_IS_AN_OBJECT } from '../reasons.mjs';

export default [
  {
    scenario: 'Results',
    step: 'POST /functions/echo []',
    reason: BODY_IS_AN_OBJECT,
    parseServer: { status: 200, body: { result: {} } },
    ours: { status: 400, body: { error: 'the request body must be a JSON object' } },
  },
];
