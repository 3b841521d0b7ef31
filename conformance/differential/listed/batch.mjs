import { TRANSACTION_ERROR } from '../reasons.mjs';

export default [
  {
    scenario: 'A failed transaction leaves nothing',
    step: 'POST /batch {"requests":[{"method":"PUT","path":"/parse/classes/BatchTxFail/{{a.objectId}}","body":{"n":{"__op":"Increment","amount":1}}},{"method":"PUT","path":"/parse/classes/BatchTxFail/missing","body":{"n":2}}],"transaction":true}',
    reason: TRANSACTION_ERROR,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: { status: 400, body: { code: 101, error: 'Object not found.' } },
  },
  {
    scenario: 'A failed transaction leaves nothing',
    step: 'POST /batch {"requests":[{"method":"POST","path":"/parse/classes/BatchTxFail","body":{"name":"b"}},{"method":"POST","path":"/parse/classes/BatchTxFail","body":{"n":"text"}}],"transaction":true}',
    reason: TRANSACTION_ERROR,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: {
      status: 400,
      body: { code: 111, error: 'schema mismatch for BatchTxFail.n; expected Number but got String' },
    },
  },
];
