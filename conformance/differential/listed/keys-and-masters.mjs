import { SCHEMA_TABLE } from '../reasons.mjs';

export default [
  {
    scenario: 'Classes only the master may touch',
    step: 'GET /classes/_SCHEMA as master key',
    reason: SCHEMA_TABLE,
    parseServer: { body: true },
    ours: { body: false },
  },
];
