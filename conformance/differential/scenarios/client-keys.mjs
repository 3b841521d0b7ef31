// A server that asks for client keys.

import { get, post, request, scenario } from '../scenario.mjs';

const strict = { configuration: 'strict' };
const find = () => get('/classes/_Role');
const basic = text => `Basic ${Buffer.from(text).toString('base64')}`;

export default [
  scenario(
    'At least one key must be right',
    [
      find(),
      find().with({ 'X-Parse-REST-API-Key': 'key-of-rest' }),
      find().with({ 'X-Parse-Javascript-Key': 'key-of-javascript' }),
      find().with({ 'X-Parse-Client-Key': 'key-of-client' }),
      find().with({ 'X-Parse-Windows-Key': 'key-of-dotnet' }),
      find().with({ 'X-Parse-REST-API-Key': 'wrong' }),
      find().with({ 'X-Parse-REST-API-Key': 'key-of-javascript' }),
      find().with({ 'X-Parse-REST-API-Key': 'wrong', 'X-Parse-Client-Key': 'key-of-client' }),
      find().with({ 'X-Parse-REST-API-Key': '' }),
      find().master(),
      find().readOnlyMaster(),
      find().maintenance(),
      find().with({ 'X-Parse-Master-Key': 'wrong' }),
      get('/nope'),
      get('/health').withoutApp(),
      request('OPTIONS', '/classes/_Role').withoutApp(),
    ],
    strict
  ),

  scenario(
    'Keys in the body and in the authorisation header',
    [
      post('/classes/_Role', { _method: 'GET', _ApplicationId: 'differential', _JavaScriptKey: 'key-of-javascript' }).withoutApp(),
      post('/classes/_Role', { _method: 'GET', _ApplicationId: 'differential', _JavaScriptKey: 'wrong' }).withoutApp(),
      post('/classes/_Role', { _method: 'GET', _ApplicationId: 'differential' }).withoutApp(),
      post('/classes/_Role', { _method: 'GET', _ApplicationId: 'differential', _MasterKey: 'master-of-all' }).withoutApp(),
      post('/classes/_Role', { _method: 'GET', _ApplicationId: 'differential', _JavaScriptKey: 5 }).withoutApp(),
      find().withoutApp().with({ Authorization: basic('differential:javascript-key=key-of-javascript') }),
      find().withoutApp().with({ Authorization: basic('differential:javascript-key=wrong') }),
      find().withoutApp().with({ Authorization: basic('differential:master-of-all') }),
    ],
    strict
  ),
];
