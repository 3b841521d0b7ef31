// Uploading, downloading and deleting files.

import { create, del, file, find, get, post, request, scenario, signUp } from '../scenario.mjs';

const TEXT = { 'Content-Type': 'text/plain' };
const STREAM = { 'X-Parse-Upload-Mode': 'stream' };
const upload = (name, bytes = 'hello', headers = TEXT) => post(`/files/${name}`, bytes).with(headers);
const streamed = (name, bytes = 'hello', headers = {}) => upload(name, bytes, { ...TEXT, ...STREAM, ...headers });
const FORM = { 'Content-Type': 'multipart/form-data; boundary=x' };
const form = (name, value, more = '') =>
  post(
    '/functions/echo',
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n--x--\r\n`
  ).with(FORM);
const download = name => get(`/files/differential/${name}`).withoutApp();
const encoded = (name, body) =>
  post(`/files/${name}`, {
    base64: 'aGVsbG8=',
    _ContentType: 'text/plain',
    _ApplicationId: 'differential',
    _MasterKey: 'master-of-all',
    ...body,
  })
    .withoutApp()
    .with(TEXT);

export default [
  scenario('Uploads come back', [
    upload('plain.txt').master().as('plain'),
    download('{{plain.name}}'),
    streamed('streamed.txt').master().as('streamed'),
    download('{{streamed.name}}'),
    encoded('encoded.txt').as('encoded'),
    download('{{encoded.name}}'),
    upload('noextension', '{}', { 'Content-Type': 'application/json' }).master().as('json'),
    download('{{json.name}}'),
    upload('noextension', 'x', { 'Content-Type': 'image/jpeg' }).master(),
    upload('unknown', 'x', { 'Content-Type': 'x/unheard-of' }).master(),
    upload('picture.png', 'not a picture', TEXT).master().as('png'),
    download('{{png.name}}'),
    upload('a%20b.txt').master(),
    upload('a@c~d.txt').master().as('odd'),
    download('{{odd.name}}'),
    download('nothing.txt'),
    get('/files/other/{{plain.name}}').withoutApp(),
    request('HEAD', '/files/differential/{{plain.name}}').withoutApp(),
  ]),

  scenario('Names', [
    post('/files', 'x').with(TEXT),
    post('/files/a/b', {}).master(),
    upload('a%2Fb.txt').master(),
    upload('..%2Fup.txt').master(),
    upload('.hidden').master(),
    upload('a%00b.txt').master(),
    upload('%C3%A9.txt').master(),
    upload('a%5Cb.txt').master(),
    upload('a:b.txt').master(),
    upload(`${'x'.repeat(125)}.txt`).master(),
    upload('_under.txt').master(),
    upload('trailing.txt.').master(),
  ]),

  scenario('Who uploads', [
    upload('public.txt'),
    streamed('public.txt'),
    signUp('file-ann').as('ann'),
    upload('mine.txt').by('ann').as('mine'),
    download('{{mine.name}}'),
    post('/users', { authData: { anonymous: { id: 'file-guest' } } }).as('guest'),
    upload('guest.txt').by('guest'),
    upload('missing.txt').with({ 'X-Parse-Session-Token': 'r:missing' }),
    upload('read-only.txt').readOnlyMaster(),
    upload('maintenance.txt').maintenance(),
    upload('no-app.txt').withoutApp(),
    streamed('no-app.txt').withoutApp(),
    encoded('stranger.txt', { _MasterKey: undefined }),
    encoded('stranger.txt', { _ApplicationId: 'other' }),
    encoded('by-ann.txt', { _MasterKey: undefined, _SessionToken: '{{ann.sessionToken}}' }),
  ]),

  scenario('Extensions', [
    signUp('file-bob').as('bob'),
    ['a.html', 'a.HTM', 'a.svg', 'a.xhtml', 'a.xml', 'a.xslt', 'a.rdf', 'a.mathml', 'a.shtml'].map(name =>
      upload(name).by('bob')
    ),
    ['a.js', 'a.htc', 'a.pdf', 'a.json'].map(name => upload(name).by('bob')),
    upload('a', '<svg/>', { 'Content-Type': 'image/svg+xml' }).by('bob'),
    upload('a', '<p>', { 'Content-Type': 'text/html;charset=utf-8' }).by('bob'),
    upload('a', 'x', { 'Content-Type': 'svg' }).by('bob'),
    upload('a', 'x', { 'Content-Type': 'image' }).by('bob'),
    upload('a', 'x', { 'Content-Type': 'image//svg+xml' }).by('bob'),
    upload('a.unheardof', 'x', { 'Content-Type': 'text/html' }).by('bob'),
    upload('a', 'x', { 'Content-Type': 'application/vnd.api+json' }).by('bob'),
    upload('by-master.html').master().as('html'),
    download('{{html.name}}'),
  ]),

  scenario('What is no file', [
    upload('empty.txt', '').master(),
    encoded('empty.txt', { base64: '' }),
    encoded('junk.txt', { base64: '%%%' }),
    encoded('object.txt', { base64: { a: 1 } }),
    upload('override.txt', 'x', { ...TEXT, 'X-Parse-File-Max-Upload-Size': '1kb' }).master(),
    upload('override.txt', 'x', { ...TEXT, 'X-Parse-File-Max-Upload-Size': 'lots' }).master(),
    upload('override.txt', 'x', { ...TEXT, 'X-Parse-File-Max-Upload-Size': '1kb' }),
    upload('override.txt', 'more than that', { ...TEXT, 'X-Parse-File-Max-Upload-Size': '3' }).master(),
    streamed('override.txt', 'more than that', { 'X-Parse-File-Max-Upload-Size': '3' }).master(),
  ]),

  scenario('Directories, metadata and tags', [
    streamed('in.txt', 'x', { 'X-Parse-File-Directory': 'notes/2026' }).master().as('in'),
    download('{{in.name}}'),
    ...['', '/a', 'a/', 'a//b', '../a', 'metadata', 'metadata/x', 'a b', '_a', 'a'.repeat(300)].map(directory =>
      encoded('in.txt', { fileData: { directory } })
    ),
    encoded('in.txt', { fileData: { directory: 7 } }),
    encoded('in.txt', { fileData: { directory: 'ok', metadata: { a: 'b' }, tags: { c: 'd' } } }),
    signUp('file-dan').as('dan'),
    streamed('in.txt', 'x', { 'X-Parse-File-Directory': 'notes' }).by('dan'),
    streamed('meta.txt', 'x', { 'X-Parse-File-Metadata': '{"a":"b"}', 'X-Parse-File-Tags': '{"c":"d"}' }).master(),
    ['[1]', '7', 'null', 'nonsense'].map(header => [
      streamed('meta.txt', 'x', { 'X-Parse-File-Metadata': header }).master(),
      streamed('meta.txt', 'x', { 'X-Parse-File-Tags': header }).master(),
    ]),
    streamed('meta.txt', 'x', { 'X-Parse-File-Metadata': '{"constructor":1}' }).master(),
    encoded('meta.txt', { fileData: { tags: { constructor: 'y' } } }),
    get('/files/differential/metadata/nothing.txt').withoutApp(),
    get('/files/other/metadata/nothing.txt').withoutApp(),
  ]),

  scenario('Deletion', [
    upload('gone.txt').master().as('gone'),
    del('/files/{{gone.name}}'),
    del('/files/{{gone.name}}').withoutApp(),
    del('/files/{{gone.name}}').readOnlyMaster(),
    signUp('file-eve').as('eve'),
    del('/files/{{gone.name}}').by('eve'),
    download('{{gone.name}}'),
    del('/files/{{gone.name}}').master(),
    download('{{gone.name}}').named('after the deletion'),
    del('/files/{{gone.name}}').master().named('a second time'),
    streamed('deep.txt', 'x', { 'X-Parse-File-Directory': 'deep' }).master().as('deep'),
    del('/files/{{deep.name}}').master(),
    download('{{deep.name}}'),
    del('/files').master(),
    request('PUT', '/files/a.txt', {}).master(),
  ]),

  scenario('Ranges', [
    upload('range.txt', '0123456789').master().as('range'),
    download('{{range.name}}').with({ Range: 'bytes=2-4' }),
    download('{{range.name}}').with({ Range: 'bytes=-3' }),
    download('{{range.name}}').with({ Range: 'bytes=20-' }),
    download('{{range.name}}').with({ Range: 'bytes=9-1' }),
    download('{{range.name}}').with({ Range: 'nonsense' }),
  ]),

  scenario('In objects', [
    upload('object.txt').master().as('object'),
    create('FileThing', { file: { __type: 'File', name: '{{object.name}}', url: '{{object.url}}' } }).as('thing'),
    get('/classes/FileThing/{{thing.objectId}}'),
    create('FileThing', { file: file('by name.txt') }),
    create('FileThing', { file: { __type: 'File', name: 'x', url: 'http://10.0.0.1/' } }),
    find('FileThing', { order: 'createdAt' }),
  ]),

  scenario('Rules', [
    upload('refused.txt').master(),
    streamed('refused.txt').master(),
    upload('thrown.txt').master(),
    upload('instead.txt').master(),
    streamed('instead.txt').master(),
    streamed('sorted.txt').master().as('sorted'),
    download('{{sorted.name}}'),
    upload('logged.txt', '12345').master().as('logged'),
    del('/files/{{logged.name}}').master(),
    find('FileLog', { order: 'createdAt', keys: 'action,size' }),
    upload('secret.txt').master().as('secret'),
    download('{{secret.name}}'),
    get('/files/differential/metadata/{{secret.name}}').withoutApp(),
    upload('kept.txt').master().as('kept'),
    download('{{kept.name}}'),
    upload('headed.txt').master().as('headed'),
    download('{{headed.name}}'),
    upload('locked.txt').master().as('locked'),
    del('/files/{{locked.name}}').master(),
  ]),

  scenario('Forms', [
    form('a', '1'),
    form('where', '{"a":1}'),
    form('é', 'ü'),
    form('a', '1').withoutApp(),
    form('a', 'hi', '; filename="a.txt"\r\nContent-Type: text/plain'),
    post('/functions/echo', 'nonsense').with(FORM),
    post('/functions/echo', 'x').with({ 'Content-Type': 'multipart/form-data' }),
    post('/classes/FileForm', '--x--\r\n').with(FORM),
  ]),

  scenario(
    'Open to the public, and little else',
    [
      upload('kept-name.txt', 'first').as('kept'),
      download('{{kept.name}}'),
      upload('kept-name.txt', 'second'),
      download('{{kept.name}}').named('after a second upload of the name'),
      upload('a.html'),
      upload('a.gif'),
      upload('nothing', 'x', { 'Content-Type': 'image/png' }),
      upload('nothing', 'x', { 'Content-Type': 'image/gif' }),
      signUp('file-fay').as('fay'),
      upload('by-fay.txt').by('fay'),
      post('/users', { authData: { anonymous: { id: 'file-anonymous' } } }).as('gus'),
      upload('by-gus.txt').by('gus'),
      download('{{kept.name}}').by('fay'),
      get('/files/differential/metadata/{{kept.name}}').withoutApp().by('fay'),
      download('{{kept.name}}').master(),
      upload('read-only.txt').readOnlyMaster(),
      del('/files/{{kept.name}}').by('fay'),
      get('/files/other/{{kept.name}}').withoutApp(),
      create('FileLink', { file: { __type: 'File', name: 'x', url: 'https://cdn.example.org/x' } }),
      create('FileLink', { file: { __type: 'File', name: 'x', url: 'https://a.files.example.org/x' } }),
      create('FileLink', { file: { __type: 'File', name: 'x', url: 'https://evil.example.org/x' } }),
      create('FileLink', { file: { __type: 'File', name: 'x', url: 'nonsense' } }),
      create('FileLink', { list: [{ in: { __type: 'File', name: 'x', url: 'http://10.0.0.1/' } }] }),
    ],
    { configuration: 'talkative' }
  ),
];
