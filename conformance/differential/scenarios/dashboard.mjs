// What parse-dashboard asks beside classes and schemas.

import { get, post, scenario, signUp } from '../scenario.mjs';

export default [
  scenario('The features of a server', [
    get('/serverInfo').master().only(({ features }) => features),
    get('/serverInfo'),
    signUp('dash-ann').as('ann'),
    get('/serverInfo').by('ann'),
  ]),

  scenario('The log belongs to the master key', [
    get('/scriptlog'),
    get('/scriptlog').maintenance(),
    get('/scriptlog', { level: 'error', until: '2001-01-01T00:00:00.000Z' }).master(),
    post('/scriptlog', {}).master(),
  ]),

  scenario('A security check that is switched off', [
    get('/security'),
    get('/security').readOnlyMaster(),
    get('/security').master(),
  ]),

  scenario('Events are accepted and not kept', [
    post('/events/AppOpened', { at: '2026-01-01', dimensions: { a: 'b' } }),
    post('/events/anything', { dimensions: { a: 'b' } }),
    get('/events/AppOpened'),
  ]),

  scenario('What is not mounted', [
    get('/playground').master(),
    post('/graphql', { query: '{health}' }).master(),
    post('/validate_purchase', {}).master(),
  ]),
];
