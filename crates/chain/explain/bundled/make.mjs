// Writes errors.txt: the errors that the sources of well-known contract packages declare, one signature a line.
//
//   node crates/chain/explain/bundled/make.mjs           writes the file
//   node crates/chain/explain/bundled/make.mjs --check   compares it with the packages
//
// Only names and types are taken, never code, and only from packages and files under a permissive licence.
// Errors with types that a package defines itself are left out, because their text does not tell what is hashed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import packages from './packages.json' with { type: 'json' };

const FILE = join(import.meta.dirname, 'errors.txt');
const PERMISSIVE = /^(MIT|Apache-2\.0|BSD-[23]-Clause|ISC|CC0-1\.0|Unlicense)$/;

/** Tests and examples declare errors that no deployed contract has. */
const IS_LEFT_OUT = /(^|\/)(tests?|mocks?|examples?|scripts?|node_modules)(\/|$)|\.t\.sol$|Mock|Test/;

const ELEMENTARY = /^(address|bool|string|bytes([1-9]|[12]\d|3[0-2])?|u?int(8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)?)((\[\d*\])*)$/;

/** `uint` and `int` are hashed by their whole names. */
const hashed = type => type.replace(/^(u?int)(?!\d)/, '$1256');

function* sourcesIn(folder, path = '') {
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (IS_LEFT_OUT.test(inside)) continue;
    if (entry.isDirectory()) yield* sourcesIn(folder, inside);
    else if (entry.name.endsWith('.sol')) yield readFileSync(join(folder, inside), 'utf8');
  }
}

/** The signatures of a source, and the number of those with types of their own. */
function errorsIn(source) {
  const licence = /SPDX-License-Identifier:\s*(\S+)/.exec(source)?.[1];
  if (licence && !PERMISSIVE.test(licence)) return { found: [], own: 0 };
  const bare = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
  const found = [];
  let own = 0;
  for (const [, name, parameters] of bare.matchAll(/(?:^|[;{}])\s*error\s+([A-Za-z_$][\w$]*)\s*\(([^)]*)\)\s*(?=;)/g)) {
    const types = parameters.split(',').map(part => part.trim().split(/\s+/)[0]).filter(Boolean);
    if (types.every(type => ELEMENTARY.test(type))) found.push(`${name}(${types.map(hashed).join()})`);
    else own += 1;
  }
  return { found, own };
}

/** Fetches a package and gives the folder it is in. */
function unpacked(folder, name, version) {
  const said = execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder], { encoding: 'utf8' });
  const archive = said.trim().split('\n').at(-1);
  const target = mkdtempSync(join(folder, 'package-'));
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', target, '--strip-components=1']);
  return target;
}

const folder = mkdtempSync(join(tmpdir(), 'errors-'));
const all = new Set();
try {
  for (const { name, version, licence } of packages) {
    const target = unpacked(folder, name, version);
    const said = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')).license;
    if (said !== licence || !PERMISSIVE.test(licence)) throw new Error(`${name} ${version} is under ${said}, not ${licence}`);
    const before = all.size;
    let own = 0;
    for (const source of sourcesIn(target)) {
      const read = errorsIn(source);
      own += read.own;
      for (const signature of read.found) all.add(signature);
    }
    console.log(`${name} ${version} (${licence}): ${all.size - before} new, ${own} with types of their own left out`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

const text = `${[...all].sort().join('\n')}\n`;
console.log(`${all.size} signatures, ${text.length} bytes, ${gzipSync(text, { level: 9 }).length} compressed`);
if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== text) throw new Error('errors.txt is not what the packages give: run make.mjs');
} else {
  writeFileSync(FILE, text);
}
