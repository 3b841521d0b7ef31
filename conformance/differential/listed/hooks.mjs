import {
  HOOK_ADDRESS,
  HOOK_BESIDE_RUST,
  HOOK_IS_CHANGED,
  HOOK_IS_GONE,
  HOOK_TRIGGER_NAME,
} from '../reasons.mjs';

const A = 'http://127.0.0.1:9/a';
const B = 'http://127.0.0.1:9/b';

const gone = (scenario, step) => ({
  scenario,
  step,
  reason: HOOK_IS_GONE,
  parseServer: { status: 404, body: { code: 101, error: 'Object not found.' } },
  ours: { status: 200, body: {} },
});

const NOT_AN_ADDRESS = 'the address must begin with https:// and use port 443 or 8443';
const NOT_THERE = 'the address leads to a network that must not be called';

const uncallable = (request, hook, error) => ({
  scenario: 'Addresses that must not be called',
  step: `${request} as master key`,
  reason: HOOK_ADDRESS,
  parseServer: { status: 200, body: hook },
  ours: { status: 400, body: { code: 142, error } },
});

const undeclarable = (hook, error) =>
  uncallable(`POST /hooks/functions ${JSON.stringify(hook)}`, hook, error);

export default [
  {
    scenario: 'A function elsewhere',
    step: 'GET /hooks/functions/hookedOnce as master key #3',
    reason: HOOK_IS_CHANGED,
    parseServer: { body: { functionName: 'hookedOnce', url: A } },
    ours: { body: { functionName: 'hookedOnce', url: B } },
  },
  {
    scenario: 'A function elsewhere',
    step: 'GET /hooks/functions as master key #2',
    reason: HOOK_IS_CHANGED,
    parseServer: {
      body: [
        { functionName: 'hookedOnce', url: A },
        { functionName: 'hookedOnce', url: B },
      ],
    },
    ours: { body: [{ functionName: 'hookedOnce', url: B }] },
  },
  gone('A function elsewhere', 'PUT /hooks/functions/hookedOnce {"__op":"Delete"} as master key #2'),
  {
    scenario: 'A trigger elsewhere',
    step: 'GET /hooks/triggers/HookedThing/beforeSave as master key #3',
    reason: HOOK_IS_CHANGED,
    parseServer: { body: { className: 'HookedThing', triggerName: 'beforeSave', url: A } },
    ours: { body: { className: 'HookedThing', triggerName: 'beforeSave', url: B } },
  },
  gone('A trigger elsewhere', 'PUT /hooks/triggers/HookedThing/afterSave {"__op":"Delete"} as master key #2'),
  {
    scenario: 'Declarations that are refused',
    step: `PUT /hooks/triggers/HookedBadly/beforeBreakfast {"url":"${A}"} as master key`,
    reason: HOOK_TRIGGER_NAME,
    parseServer: { body: { code: 143, error: 'class HookedBadly does not exist' } },
    ours: { body: { code: 143, error: 'invalid hook declaration' } },
  },
  undeclarable({ functionName: 'hookedOdd0', url: 'no address' }, NOT_AN_ADDRESS),
  undeclarable({ functionName: 'hookedOdd1', url: 'ftp://127.0.0.1/a' }, NOT_AN_ADDRESS),
  undeclarable({ functionName: 'hookedOdd2', url: 'http://10.0.0.1/a' }, NOT_THERE),
  undeclarable({ functionName: 'hookedOdd3', url: 'http://169.254.169.254/latest' }, NOT_THERE),
  uncallable(
    'PUT /hooks/functions/hookedOdd {"url":"http://10.0.0.1/a"}',
    { functionName: 'hookedOdd', url: 'http://10.0.0.1/a' },
    NOT_THERE
  ),
  {
    scenario: 'A function that the server has itself',
    step: `POST /hooks/functions {"functionName":"hello","url":"${A}"} as master key`,
    reason: HOOK_BESIDE_RUST,
    parseServer: { status: 200, body: { functionName: 'hello', url: A } },
    ours: { status: 400, body: { code: 143, error: 'function name: hello already exists' } },
  },
  {
    scenario: 'A function that the server has itself',
    step: 'POST /functions/hello {}',
    reason: HOOK_BESIDE_RUST,
    parseServer: { status: 400, body: { code: 141 } },
    ours: { status: 200, body: { result: 'Hello world' } },
  },
  {
    scenario: 'A function that the server has itself',
    step: 'POST /functions/hello {} #2',
    reason: HOOK_BESIDE_RUST,
    parseServer: { status: 400, body: { code: 141, error: 'Invalid function: "hello"' } },
    ours: { status: 200, body: { result: 'Hello world' } },
  },
];
