// Whether the server is there.

import { get, post, request, scenario } from '../scenario.mjs';

export default [
  scenario('Health needs no key and no particular method', [
    get('/health').withoutApp(),
    get('/health'),
    get('/health/').withoutApp(),
    post('/health', {}).withoutApp(),
    post('/health', { _method: 'GET', _ApplicationId: 'differential' }).withoutApp(),
    request('PUT', '/health', {}).withoutApp(),
    request('DELETE', '/health').withoutApp(),
    request('HEAD', '/health').withoutApp(),
    get('/health').with({ 'X-Parse-Application-Id': 'unknown' }),
    get('/health?x=1').withoutApp(),
  ]),
];
