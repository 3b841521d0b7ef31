// Hooks: cloud code elsewhere, as it is registered and told of. What it is called with and may answer is
// in the SDK suite, which has a listener.

import { get, op, post, put, request, scenario, signUp } from '../scenario.mjs';

// Nothing listens there, no name has to be looked up, and ours is allowed to call it.
const A = 'http://127.0.0.1:9/a';
const B = 'http://127.0.0.1:9/b';
// What a scenario leaves behind or takes away, no one reads or calls there.
const APART = { configuration: 'talkative' };
const REMOVE = op('Delete');

const declare = body => post('/hooks/functions', body).master();
const attach = body => post('/hooks/triggers', body).master();
const among = choose => list => (Array.isArray(list) ? list.filter(choose) : list);
const functionsLike = start =>
  get('/hooks/functions').master().only(among(({ functionName }) => functionName?.startsWith(start)));
const triggersOf = name =>
  get('/hooks/triggers').master().only(among(({ className }) => className === name));

export default [
  scenario('A function elsewhere', [
    get('/hooks/functions/hookedOnce').master(),
    declare({ functionName: 'hookedOnce', url: A }),
    get('/hooks/functions/hookedOnce').master(),
    functionsLike('hookedOnce'),
    declare({ functionName: 'hookedOnce', url: B }),
    put('/hooks/functions/hookedOnce', { url: B }).master(),
    get('/hooks/functions/hookedOnce').master(),
    functionsLike('hookedOnce'),
    put('/hooks/functions/hookedOnce', REMOVE).master(),
    get('/hooks/functions/hookedOnce').master(),
    functionsLike('hookedOnce'),
    put('/hooks/functions/hookedOnce', REMOVE).master(),
    put('/hooks/functions/hookedOnce', { url: B }).master(),
    post('/functions/hookedOnce', {}),
  ]),
  scenario('A trigger elsewhere', [
    get('/hooks/triggers/HookedThing/beforeSave').master(),
    attach({ className: 'HookedThing', triggerName: 'beforeSave', url: A }),
    attach({ className: 'HookedThing', triggerName: 'afterSave', url: A }),
    get('/hooks/triggers/HookedThing/beforeSave').master(),
    get('/hooks/triggers/HookedThing/afterDelete').master(),
    triggersOf('HookedThing'),
    attach({ className: 'HookedThing', triggerName: 'beforeSave', url: B }),
    put('/hooks/triggers/HookedThing/beforeSave', { url: B }).master(),
    get('/hooks/triggers/HookedThing/beforeSave').master(),
    put('/hooks/triggers/HookedThing/beforeSave', REMOVE).master(),
    get('/hooks/triggers/HookedThing/beforeSave').master(),
    triggersOf('HookedThing'),
    put('/hooks/triggers/HookedThing/afterSave', REMOVE).master(),
    put('/hooks/triggers/HookedThing/afterSave', REMOVE).master(),
    put('/hooks/triggers/HookedThing/afterSave', { url: B }).master(),
    triggersOf('HookedThing'),
  ]),
  scenario('Declarations that are refused', [
    declare({}),
    declare({ functionName: 'hookedBadly' }),
    declare({ functionName: '', url: A }),
    declare({ functionName: 'hookedBadly', url: '' }),
    declare({ url: A }),
    attach({}),
    attach({ className: 'HookedBadly', url: A }),
    attach({ triggerName: 'beforeSave', url: A }),
    attach({ className: 'HookedBadly', triggerName: 'beforeSave' }),
    attach({ className: 'HookedBadly', triggerName: 'beforeBreakfast', url: A }),
    put('/hooks/functions/hookedBadly', {}).master(),
    put('/hooks/functions/hookedBadly', { __op: 'Increment' }).master(),
    put('/hooks/triggers/HookedBadly/beforeSave', {}).master(),
    put('/hooks/triggers/HookedBadly/beforeBreakfast', { url: A }).master(),
    get('/hooks/triggers/HookedBadly/beforeBreakfast').master(),
    functionsLike('hookedBadly'),
    triggersOf('HookedBadly'),
  ]),
  scenario('Either path takes either kind', [
    attach({ functionName: 'hookedAside', url: A }),
    get('/hooks/functions/hookedAside').master(),
    put('/hooks/functions/hookedAside', REMOVE).master(),
    declare({ className: 'HookedAside', triggerName: 'afterSave', url: A }),
    get('/hooks/triggers/HookedAside/afterSave').master(),
    put('/hooks/triggers/HookedAside/afterSave', REMOVE).master(),
    declare({ functionName: 'hookedMore', url: A, extra: 1 }),
    get('/hooks/functions/hookedMore').master(),
    put('/hooks/functions/hookedMore', REMOVE).master(),
  ]),
  scenario(
    'Addresses that must not be called',
    [
      ['no address', 'ftp://127.0.0.1/a', 'http://10.0.0.1/a', 'http://169.254.169.254/latest'].map(
        (url, index) => declare({ functionName: `hookedOdd${index}`, url })
      ),
      declare({ functionName: 'hookedOdd', url: A }),
      put('/hooks/functions/hookedOdd', { url: 'http://10.0.0.1/a' }).master(),
      put('/hooks/functions/hookedOdd', REMOVE).master(),
    ],
    APART
  ),
  scenario('Paths that are not there', [
    get('/hooks').master(),
    get('/hooks/triggers/HookedNowhere').master(),
    request('DELETE', '/hooks/functions/hookedNowhere').master(),
    request('DELETE', '/hooks/triggers/HookedNowhere/beforeSave').master(),
  ]),
  scenario('Who may declare hooks', [
    signUp('declarerOfHooks').as('user'),
    get('/hooks/functions'),
    get('/hooks/triggers'),
    get('/hooks/functions').by('user'),
    get('/hooks/functions/hookedBySomebody'),
    get('/hooks/triggers/HookedBySomebody/beforeSave'),
    post('/hooks/functions', { functionName: 'hookedBySomebody', url: A }),
    post('/hooks/functions', { functionName: 'hookedBySomebody', url: A }).by('user'),
    post('/hooks/triggers', { className: 'HookedBySomebody', triggerName: 'beforeSave', url: A }),
    put('/hooks/functions/hookedBySomebody', { url: A }),
    put('/hooks/functions/hookedBySomebody', REMOVE),
    put('/hooks/triggers/HookedBySomebody/beforeSave', REMOVE),
    post('/hooks/functions', { functionName: 'hookedBySomebody', url: A }).maintenance(),
    functionsLike('hookedBySomebody'),
  ]),
  scenario('The read-only master key reads hooks and declares none', [
    declare({ functionName: 'hookedForReading', url: A }),
    get('/hooks/functions/hookedForReading').readOnlyMaster(),
    get('/hooks/triggers/HookedForReading/beforeSave').readOnlyMaster(),
    post('/hooks/functions', { functionName: 'hookedByReader', url: A }).readOnlyMaster(),
    post('/hooks/triggers', { className: 'HookedByReader', triggerName: 'beforeSave', url: A }).readOnlyMaster(),
    put('/hooks/functions/hookedForReading', { url: B }).readOnlyMaster(),
    put('/hooks/functions/hookedForReading', REMOVE).readOnlyMaster(),
    get('/hooks/functions/hookedForReading').master(),
    put('/hooks/functions/hookedForReading', REMOVE).master(),
  ]),
  scenario(
    'A function that the server has itself',
    [
      get('/hooks/functions/hello').master(),
      declare({ functionName: 'hello', url: A }),
      post('/functions/hello', {}).only(({ error, ...rest }) => rest),
      put('/hooks/functions/hello', REMOVE).master(),
      post('/functions/hello', {}),
    ],
    APART
  ),
];
