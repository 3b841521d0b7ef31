import { BYTES_IN_FORMS, FILE_NAME_ENDS, FILES_ARE_KEPT, NO_PATHS, RANGES } from '../reasons.mjs';

const ranges = [
  ['bytes=2-4', { status: 206, body: 234 }],
  ['bytes=-3', { status: 206, body: 789 }],
  ['bytes=20-', { status: 416, body: '' }],
].map(([range, ours]) => ({
  scenario: 'Ranges',
  step: `GET /files/differential/{{range.name}} [Range: ${range}] [no application id]`,
  reason: RANGES,
  parseServer: { status: 200, body: '0123456789' },
  ours,
}));

const open = 'Open to the public, and little else';

export default [
  ...ranges,
  {
    scenario: 'Forms',
    step: 'POST /functions/echo --x\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhi\r\n--x--\r\n [Content-Type: multipart/form-data; boundary=x]',
    reason: BYTES_IN_FORMS,
    parseServer: {
      body: { result: { a: { contentType: 'text/plain', data: { 0: 104, 1: 105 }, filename: 'a.txt' } } },
    },
    ours: {
      body: {
        result: { a: { contentType: 'text/plain', data: { __type: 'Bytes', base64: 'aGk=' }, filename: 'a.txt' } },
      },
    },
  },
  {
    scenario: 'Names',
    step: 'POST /files/trailing.txt. hello as master key [Content-Type: text/plain]',
    reason: FILE_NAME_ENDS,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/files/differential/<file 12>_trailing.txt.txt' },
      body: {
        name: '<file 12>_trailing.txt.txt',
        url: '<server>/parse/files/differential/<file 12>_trailing.txt.txt',
      },
    },
    ours: {
      status: 400,
      headers: { location: null },
      body: { code: 122, error: 'Filename contains invalid characters.' },
    },
  },
  {
    scenario: 'Deletion',
    step: 'a second time',
    reason: NO_PATHS,
    parseServer: {
      body: { code: 153, error: "ENOENT: no such file or directory, open 'files/<file 1>_gone.txt'" },
    },
    ours: { body: { code: 153, error: 'Could not delete file.' } },
  },
  {
    scenario: open,
    step: 'POST /files/kept-name.txt second [Content-Type: text/plain]',
    reason: FILES_ARE_KEPT,
    parseServer: {
      status: 201,
      headers: { location: '<server>/parse/files/differential/kept-name.txt' },
      body: { name: 'kept-name.txt', url: '<server>/parse/files/differential/kept-name.txt' },
    },
    ours: {
      status: 400,
      headers: { location: null },
      body: { code: 130, error: 'A file of this name exists already.' },
    },
  },
  ...['after a second upload of the name', 'GET /files/differential/{{kept.name}} as master key [no application id]'].map(
    step => ({
      scenario: open,
      step,
      reason: FILES_ARE_KEPT,
      parseServer: { body: 'second' },
      ours: { body: 'first' },
    })
  ),
];
