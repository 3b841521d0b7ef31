import { BADGE, PUSH_TO_NOBODY } from '../reasons.mjs';

const badge = written => ({
  scenario: 'Badges',
  step: `POST /push {"where":{"group":"pushB"},"data":{"alert":"one","badge":${written}}} as master key`,
  reason: BADGE,
  parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
  ours: {
    status: 400,
    body: {
      code: 115,
      error: "Invalid value for badge, expected number or 'Increment' or {increment: number}",
    },
  },
});

export default [
  badge('"many"'),
  badge('{"__op":"Increment"}'),
  {
    scenario: 'Who may push, and what',
    step: 'POST /push {"where":{"group":{"$nope":1}},"data":{"alert":"x"}} as master key',
    reason: PUSH_TO_NOBODY,
    parseServer: {
      status: 200,
      headers: { 'x-parse-push-status-id': '<id 9>' },
      body: { result: true },
    },
    ours: {
      status: 400,
      headers: { 'x-parse-push-status-id': null },
      body: { code: 102, error: 'bad constraint: $nope' },
    },
  },
];
