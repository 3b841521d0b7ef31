// Faults that are put in front of the check before it is believed.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { check } from './check.mjs';

const FILES = {
  'docs/SUMMARY.md': '- [One](one.md)\n- [Twice](twice.md)\n- [Twice](twice.md)\n',
  'docs/one.md': [
    '# One `thing`, and more',
    '[good](#one-thing-and-more) [good](twice.md#here) [elsewhere](https://example.org/x)',
    '[no file](gone.md) [no heading](twice.md#there) ![no picture](gone.png)',
    '`[code](gone.md)`',
    '```sh',
    '[fenced](gone.md)',
    '```',
  ].join('\n'),
  'docs/twice.md': '## Here\n',
  'docs/unlisted.md': '# Unlisted\n',
};
const FAULTS = [
  'docs/one.md:3: gone.md: there is no such file',
  'docs/one.md:3: twice.md#there: docs/twice.md has no heading #there',
  'docs/one.md:3: gone.png: there is no such file',
  'docs/twice.md: stands 2 times in docs/SUMMARY.md, which must list it once',
  'docs/unlisted.md: stands 0 times in docs/SUMMARY.md, which must list it once',
];

/** Fails unless the check finds exactly what is wrong in a folder made for it. */
export function seesWhatIsWrong() {
  const root = mkdtempSync(join(tmpdir(), 'book-'));
  try {
    mkdirSync(join(root, 'docs'));
    for (const [path, text] of Object.entries(FILES)) writeFileSync(join(root, path), text);
    assert.deepEqual(check(root, Object.keys(FILES)).wrong.sort(), FAULTS.toSorted());
  } finally {
    rmSync(root, { recursive: true });
  }
}
