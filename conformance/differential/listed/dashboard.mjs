import { LOG_IN_MEMORY, NO_PURCHASES } from '../reasons.mjs';

export default [
  {
    scenario: 'The log belongs to the master key',
    step: 'GET /scriptlog level=error until=2001-01-01T00:00:00.000Z as master key',
    reason: LOG_IN_MEMORY,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 200, body: [] },
  },
  {
    scenario: 'What is not mounted',
    step: 'POST /validate_purchase {} as master key',
    reason: NO_PURCHASES,
    parseServer: { status: 400, body: { code: 107, error: 'missing receipt or productIdentifier' } },
    ours: { status: 404, body: { error: 'Cannot POST /parse/validate_purchase' } },
  },
];
