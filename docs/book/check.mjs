// Every link leads somewhere, and every page of docs/ is in the table of contents once.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

import { anchorsOf, linksOf } from './markdown.mjs';

const isElsewhere = target => /^[a-z][a-z+.-]*:/i.test(target) || target.startsWith('//');

/** Checks the documents of a checkout, given as paths from its root; `{ passed, wrong }`. */
export function check(root, documents) {
  const texts = new Map(documents.map(path => [path, readFileSync(join(root, path), 'utf8')]));
  const anchors = new Map();
  const anchorsIn = path => {
    if (!anchors.has(path)) anchors.set(path, anchorsOf(texts.get(path) ?? readFileSync(join(root, path), 'utf8')));
    return anchors.get(path);
  };
  const wrong = [];
  let passed = 0;
  for (const [path, text] of texts) {
    for (const { line, target } of linksOf(text)) {
      const fault = isElsewhere(target) ? null : faultOf(root, path, target, anchorsIn);
      if (fault) wrong.push(`${path}:${line}: ${target}: ${fault}`);
      else passed += 1;
    }
  }
  const contents = contentsOf(texts.get('docs/SUMMARY.md') ?? '');
  for (const page of documents.filter(path => path.startsWith('docs/') && path !== 'docs/SUMMARY.md')) {
    const times = contents.filter(listed => listed === page).length;
    if (times === 1) passed += 1;
    else wrong.push(`${page}: stands ${times} times in docs/SUMMARY.md, which must list it once`);
  }
  return { passed, wrong };
}

function faultOf(root, path, target, anchorsIn) {
  const [file, anchor] = decodeURI(target).split('#');
  const full = file === '' ? path : normalize(join(dirname(path), file));
  if (relative(root, join(root, full)).startsWith('..')) return 'leads out of the repository';
  if (!existsSync(join(root, full))) return 'there is no such file';
  if (anchor && full.endsWith('.md') && !anchorsIn(full).has(anchor)) return `${full} has no heading #${anchor}`;
  return null;
}

/** The pages that a table of contents lists, as paths from the root. */
export function contentsOf(summary) {
  return linksOf(summary).map(({ target }) => normalize(join('docs', target)));
}
