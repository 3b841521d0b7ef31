// Cloud functions.

import { create, date, geo, get, pointer, post, request, rows, scenario, signUp } from '../scenario.mjs';

const call = (name, params) => post(`/functions/${name}`, params);

export default [
  scenario('Results', [
    call('hello', {}),
    call('hello'),
    call('nothing', {}),
    call('nullResult', {}),
    call('echo', {}),
    call('echo', { a: 1, b: 'two', c: [1, { d: null }], e: { f: true } }),
    call('echo', { when: date('2020-01-02T03:04:05.678Z') }),
    call('echo', { where: geo(1, 2) }),
    call('echo', { who: pointer('FunctionThing', 'abc') }),
    call('echo', { list: [date('2020-01-02T03:04:05.678Z'), pointer('FunctionThing', 'abc')] }),
    call('echo', { bytes: { __type: 'Bytes', base64: 'AA==' } }),
    call('echo?fromUrl=1&a=2', { a: 1 }),
    call('echo', []),
  ]),

  scenario('Failures', [
    call('fail', {}),
    call('failWithCode', { code: 142, message: 'not valid' }),
    call('failWithCode', { code: 101, message: 'not there' }),
    call('failWithCode', { code: 1, message: 'broken' }),
    call('failWithCode', { code: 209, message: 'session' }),
    call('failWithCode', { code: 119, message: 'forbidden' }),
    call('failWithCode', { code: 4242, message: 'of its own' }),
    call('missing', {}),
    call('toString', {}),
    call('constructor', {}),
    call('he%22llo', {}),
    get('/functions/hello'),
    request('PUT', '/functions/hello', {}),
    post('/functions', {}),
  ]),

  scenario('Who calls', [
    signUp('fun-ann').as('ann'),
    call('whoami', {}),
    call('whoami', {}).by('ann'),
    call('whoami', {}).master(),
    call('whoami', {}).readOnlyMaster(),
    call('whoami', {}).maintenance(),
    call('whoami', {}).by('ann').with({ 'X-Parse-Installation-Id': 'a-device' }),
    call('whoami', {}).master().with({ 'X-Parse-Session-Token': '{{ann.sessionToken}}' }).named('master key and token'),
  ]),

  scenario('What a call carries', [
    call('contextEcho', {}),
    call('contextEcho', {}).with({ 'X-Parse-Cloud-Context': '{"a":1}' }),
    call('contextEcho', {}).with({ 'X-Parse-Cloud-Context': 'not json' }),
    call('contextEcho', {}).with({ 'X-Parse-Cloud-Context': '"text"' }),
    call('contextEcho', {}).with({ 'X-Parse-Cloud-Context': '[1]' }),
    call('contextEcho', {}).with({ 'X-Parse-Cloud-Context': 'null' }),
    call('contextEcho', { _ApplicationId: 'differential', _context: { a: 1 } }).withoutApp(),
    call('contextEcho', { _ApplicationId: 'differential', _context: '{"a":1}' }).withoutApp(),
    call('contextEcho', { _ApplicationId: 'differential', _context: 'text' }).withoutApp(),
    call('contextEcho', { _ApplicationId: 'differential', _context: 5 }).withoutApp(),
    call('echo', { _ApplicationId: 'differential', _ClientVersion: 'js8.6.0', _InstallationId: 'i', a: 1 }).withoutApp(),
    call('whoami', { _ApplicationId: 'differential', _InstallationId: 'device-of-body' }).withoutApp(),
  ]),

  scenario('Functions act with the rights they ask for', [
    rows('FunctionRows', [{ name: 'a' }, { name: 'b', ACL: {} }]),
    call('asMaster', { className: 'FunctionRows' }).only(body => typeof body.result),
    create('FunctionRows', { name: 'c' }),
  ]),
];
