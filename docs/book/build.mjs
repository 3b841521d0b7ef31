// Builds the book: mdBook renders the pages of the table of contents, wherever in the repository they lie.
//
// mdBook knows only what lies in one folder, and our pages link to READMEs and sources outside of docs/. So every
// document is copied into a folder of its own with the paths of the repository, and with it every file that is linked to.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { linksOf } from './markdown.mjs';

/** mdBook makes no page of its table of contents, and other pages link to it. */
const CONTENTS = 'docs/contents.md';

/** Renders the book of a checkout into `target`, which is replaced; how many pages it has, and what links lead nowhere. */
export function build(root, documents, target) {
  const stage = `${target}.source`;
  rmSync(stage, { recursive: true, force: true });
  rmSync(target, { recursive: true, force: true });
  for (const path of documents) {
    copy(root, stage, path);
    const copied = join(stage, 'src', path);
    writeFileSync(copied, readFileSync(copied, 'utf8').replaceAll('](docs/SUMMARY.md)', `](${CONTENTS})`));
  }
  for (const path of linkedFiles(root, documents)) copy(root, stage, path);
  const summary = readFileSync(join(root, 'docs/SUMMARY.md'), 'utf8');
  const fromRoot = summary.replace(/\]\(([^)]+)\)/g, (_, page) => `](${normalize(join('docs', page))})`);
  writeFileSync(join(stage, 'src/SUMMARY.md'), `${fromRoot}\n[Contents](${CONTENTS})\n`);
  renameSync(join(stage, 'src/docs/SUMMARY.md'), join(stage, 'src', CONTENTS));
  cpSync(join(root, 'docs/book/book.toml'), join(stage, 'book.toml'));
  execFileSync('mdbook', ['build', stage, '--dest-dir', target], { stdio: 'inherit' });
  rmSync(stage, { recursive: true });
  const pages = readdirSync(target, { recursive: true }).filter(path => path.endsWith('.html'));
  return { pages: pages.length, dead: pages.flatMap(page => deadLinks(target, page)) };
}

/** What a rendered page links to in the book and is not there. */
function deadLinks(target, page) {
  const hrefs = [...readFileSync(join(target, page), 'utf8').matchAll(/\s(?:href|src)="([^"#?]+)[^"]*"/g)].map(([, href]) => href);
  const isHere = href => !/^[a-z][a-z+.-]*:/i.test(href) && !href.startsWith('//');
  const isThere = href => existsSync(join(target, href.startsWith('/') ? '' : dirname(page), decodeURI(href)));
  return hrefs.filter(href => isHere(href) && !isThere(href)).map(href => `${page}: ${href}: not in the book`);
}

/** Files that documents link to and that are no documents: pictures, sources. */
function linkedFiles(root, documents) {
  const linked = new Set();
  for (const path of documents) {
    for (const { target } of linksOf(readFileSync(join(root, path), 'utf8'))) {
      const file = normalize(join(dirname(path), decodeURI(target).split('#')[0]));
      const full = join(root, file);
      if (!file.endsWith('.md') && existsSync(full) && statSync(full).isFile()) linked.add(file);
    }
  }
  return linked;
}

function copy(root, stage, path) {
  const to = join(stage, 'src', path);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(root, path), to);
}
