// Differences that do not depend on the request: each is described once and recognised wherever it appears.
//
// A rule sees both normalised answers and says whether their difference is this one and no other.

import { isDeepStrictEqual } from 'node:util';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

export const rules = [
  {
    name: 'A path or method that does not exist',
    parseServer: '404 with a page of HTML that says `Cannot GET /parse/nope`',
    ours: '404 with `{"error":"Cannot GET /parse/nope"}`',
    reason: 'The SDK reads every answer as JSON, and would report a broken server instead of a missing path.',
    explains: (reference, ours) =>
      reference.status === 404 &&
      ours.status === 404 &&
      reference.headers['content-type'] === HTML_TYPE &&
      ours.headers['content-type'] === JSON_TYPE &&
      alike(without(reference, 'content-type'), without(ours, 'content-type')) &&
      ours.body?.error !== undefined &&
      String(reference.body).includes(`<pre>${escaped(ours.body.error)}</pre>`),
  },
  {
    name: 'The type of a refusal without a code',
    parseServer: '403 `{"error":"unauthorized"}` without a `content-type`',
    ours: 'the same with `content-type: application/json; charset=utf-8`',
    reason: 'What is JSON says so; browsers guess if it is missing.',
    explains: (reference, ours) =>
      reference.status === 403 &&
      ours.status === 403 &&
      !('content-type' in reference.headers) &&
      ours.headers['content-type'] === JSON_TYPE &&
      alike(reference.headers, without(ours, 'content-type')) &&
      isDeepStrictEqual(reference.body, ours.body),
  },
];

const alike = isDeepStrictEqual;

function without({ headers }, name) {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
