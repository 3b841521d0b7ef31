// The documentation as a book: `just book` checks its links and renders it, `just book --check` only checks.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { build } from './build.mjs';
import { check } from './check.mjs';
import { seesWhatIsWrong } from './planted.mjs';

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' });
// A template is filled in before it is read.
const documents = listed.split('\0').filter(path => path !== '' && !path.endsWith('.template.md')).sort();

seesWhatIsWrong();
const { passed, wrong } = check(root, documents);
if (!process.argv.includes('--check') && wrong.length === 0) {
  const target = process.env.BOOK ?? join(root, 'target/book');
  const { pages, dead } = build(root, documents, target);
  wrong.push(...dead);
  console.log(`${pages} pages; open ${join(target, 'index.html')}`);
}
for (const line of wrong) console.error(line);
console.log(`${passed} passed, ${wrong.length} failed`);
process.exitCode = wrong.length === 0 ? 0 : 1;
