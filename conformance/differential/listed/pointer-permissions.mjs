import { NUMBER_OF_ROWS } from '../reasons.mjs';

export default [
  {
    scenario: 'Readers and writers named by the class',
    step: 'GET /classes/PtrUserFields where={"name":{"$exists":true}} count=1 limit=0',
    reason: NUMBER_OF_ROWS,
    parseServer: { body: { count: [], results: [] } },
    ours: { body: { count: 0, results: [] } },
  },
  {
    scenario: 'Pointer fields of single operations, a pointer and a list',
    step: 'GET /classes/PtrFields where={"name":{"$exists":true}} count=1 limit=0',
    reason: NUMBER_OF_ROWS,
    parseServer: { body: { count: [], results: [] } },
    ours: { body: { count: 0, results: [] } },
  },
];
