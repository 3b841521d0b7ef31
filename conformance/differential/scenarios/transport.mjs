// Paths, methods, headers and the body-tunnelled requests of the SDK.

import { create, del, get, post, request, rows, scenario, signUp } from '../scenario.mjs';

const APP = { _ApplicationId: 'differential', _ClientVersion: 'js8.6.0', _InstallationId: 'transport-device' };
const tunnelled = (path, body) => post(path, { ...APP, ...body }).withoutApp().with({ 'Content-Type': 'text/plain' });

export default [
  scenario('Everything the SDK does is a POST of plain text', [
    tunnelled('/classes/TunnelThing', { name: 'a', n: 1 }).as('o'),
    tunnelled('/classes/TunnelThing/{{o.objectId}}', { _method: 'GET' }),
    tunnelled('/classes/TunnelThing/{{o.objectId}}', { _method: 'PUT', n: 2 }),
    tunnelled('/classes/TunnelThing', { _method: 'GET', where: { n: 2 }, limit: 1 }),
    tunnelled('/classes/TunnelThing', { _method: 'GET', where: { n: 2 }, _MasterKey: 'master-of-all' }),
    tunnelled('/schemas/TunnelThing', { _method: 'GET', _MasterKey: 'master-of-all' }),
    tunnelled('/schemas/TunnelThing', { _method: 'GET', _MasterKey: 'wrong' }),
    tunnelled('/schemas/TunnelThing', { _method: 'GET' }),
    tunnelled('/users', { username: 'tunnel-ann', password: 'secret' }).as('ann'),
    tunnelled('/users/me', { _method: 'GET', _SessionToken: '{{ann.sessionToken}}' }),
    tunnelled('/sessions/me', { _method: 'GET', _SessionToken: '{{ann.sessionToken}}' }),
    tunnelled('/users/me', { _method: 'GET', _SessionToken: 'r:nonsense' }),
    tunnelled('/classes/TunnelThing/{{o.objectId}}', { _method: 'DELETE' }),
    tunnelled('/batch', { requests: [{ method: 'GET', path: '/parse/classes/TunnelThing' }] }),
    tunnelled('/functions/echo', { a: 1, _noBody: true, _RevocableSession: '1' }),
    tunnelled('/login', { _method: 'GET', username: 'tunnel-ann', password: 'secret' }),
    tunnelled('/schemas', { _method: 'GET' }).with({ 'X-Parse-Master-Key': 'wrong' }),
  ]),

  scenario('Keys in the body that are not what they should be', [
    tunnelled('/classes/TunnelBad', { _SessionToken: 5 }),
    tunnelled('/classes/TunnelBad', { _InstallationId: 5 }),
    tunnelled('/classes/TunnelBad', { _MasterKey: 5 }),
    tunnelled('/classes/TunnelBad', { _ApplicationId: 5 }),
    tunnelled('/classes/TunnelBad', { _ApplicationId: 'unknown' }),
    tunnelled('/classes/TunnelBad', { _method: 5 }),
    tunnelled('/classes/TunnelBad', { _method: 'NONSENSE' }),
    tunnelled('/classes/TunnelBad', { _MaintenanceKey: 'keeper-of-columns', _method: 'GET' }),
    post('/classes/TunnelBad', { ...APP, name: 'header and body' }),
    post('/classes/TunnelBad', { _SessionToken: 'r:x' }),
    post('/classes/TunnelBad', { _method: 'GET', ...APP }),
    post('/classes/TunnelBad', { ...APP, name: 'unknown header' }).with({ 'X-Parse-Application-Id': 'unknown' }),
  ]),

  scenario('Content types do not matter, but for forms', [
    ...['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream', 'text/html; charset=utf-8'].map(
      type => post('/classes/ContentType', { name: type }).with({ 'Content-Type': type })
    ),
    post('/classes/ContentType', '{"name":"broken"')
      .with({ 'Content-Type': 'text/plain' })
      .only(({ error, ...rest }) => ({ ...rest, error: typeof error })),
    ['name=form', 'name=a+b&more=%7B%7D&more=2', '_method=GET&where=%7B%22name%22%3A%22form%22%7D&keys=name', '=x', '&'].map(body =>
      post('/classes/ContentType', body).with({ 'Content-Type': 'application/x-www-form-urlencoded' })
    ),
    post('/classes/ContentType', '').with({ 'Content-Type': 'application/json' }),
  ]),

  scenario('Application ids', [
    get('/classes/AppIds').withoutApp(),
    get('/classes/AppIds').with({ 'X-Parse-Application-Id': 'unknown' }),
    get('/classes/AppIds').with({ 'X-Parse-Application-Id': '' }),
    get('/nope').withoutApp(),
    get('/health').withoutApp(),
    post('/classes/AppIds', { a: 1 }).withoutApp(),
    get('/classes/AppIds').withoutApp().with({ Authorization: `Basic ${base64('differential:master-of-all')}` }),
    get('/schemas/_Role').withoutApp().with({ Authorization: `Basic ${base64('differential:master-of-all')}` }),
    get('/schemas/_Role').withoutApp().with({ Authorization: `Basic ${base64('differential:wrong')}` }),
    get('/classes/AppIds').withoutApp().with({ Authorization: `Basic ${base64('unknown:master-of-all')}` }),
    get('/classes/AppIds').withoutApp().with({ Authorization: 'Basic nonsense' }),
    get('/classes/AppIds').withoutApp().with({ Authorization: 'Bearer nonsense' }),
  ]),

  scenario('Paths are forgiving', [
    rows('Paths', [{ name: 'a' }]),
    get('/CLASSES/Paths'),
    get('/classes/Paths/'),
    get('//classes/Paths'),
    get('/classes/paths'),
    get('/Users/me'),
    get('/nope'),
    post('/nope', {}),
    del('/nope'),
    get('/'),
    get(''),
    get('/classes/Paths?'),
    get('/classes/Paths?&'),
    get('/classes/Paths?where=%7B%7D'),
    get('/classes/Paths?where=%'),
  ]),

  scenario('Cross-origin requests', [
    request('OPTIONS', '/classes/Cors').withoutApp().with({ Origin: 'https://example.org' }),
    request('OPTIONS', '/nope').withoutApp(),
    request('OPTIONS', '/health').withoutApp(),
    get('/classes/Cors').with({ Origin: 'https://example.org' }),
    get('/classes/Cors').withoutApp().with({ Origin: 'https://example.org' }),
    request('HEAD', '/classes/Cors'),
    request('PATCH', '/classes/Cors', {}),
  ]),

  scenario('Headers that mean nothing', [
    post('/classes/OverrideThing', { name: 'x' }).with({ 'X-HTTP-Method-Override': 'GET' }),
    get('/classes/OverrideThing').with({ 'X-Parse-Revocable-Session': '1', 'X-Parse-Client-Version': 'js8.6.0' }).only(
      body => body.results.length
    ),
    get('/classes/OverrideThing').with({ 'X-Parse-Session-Token': '' }).only(body => body.results.length),
    post('/classes/OverrideThing', { name: 'y' }).with({ 'X-Parse-Request-Id': 'request-1' }),
    post('/classes/OverrideThing', { name: 'y' }).with({ 'X-Parse-Request-Id': 'request-1' }),
  ]),

  scenario('Header names in any spelling', [
    signUp('transport-bob').as('bob'),
    get('/users/me').withoutApp().with({ 'x-parse-application-id': 'differential', 'X-PARSE-SESSION-TOKEN': '{{bob.sessionToken}}' }),
    create('HeaderSpelling', { a: 1 }).withoutApp().with({ 'X-Parse-Application-ID': 'differential' }),
  ]),
];

function base64(text) {
  return Buffer.from(text).toString('base64');
}
