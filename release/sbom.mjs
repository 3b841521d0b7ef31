// What is shipped, as CycloneDX: the crates that the binary is made of, and the packages that the app in it is made of.
//
//   node release/sbom.mjs [folder]
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PLATFORM = 'x86_64-unknown-linux-gnu';
const folder = process.argv[2] ?? join(ROOT, 'target/sbom');

const output = (command, args, cwd = ROOT) => execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });

/** `name@version` of every crate that `touchstone` is linked from, with the features it is built with. */
function linked() {
  const args = ['tree', '--package', 'touchstone', '--edges', 'normal', '--target', PLATFORM, '--locked', '--prefix', 'none', '--format', '{p}'];
  const lines = output('cargo', args).split('\n').filter(line => line !== '');
  return new Set(lines.map(line => line.split(' ')).map(([name, version]) => `${name}@${version.slice(1)}`));
}

/** The checksums that the lock file keeps of crates. */
function checksums() {
  const entries = readFileSync(join(ROOT, 'Cargo.lock'), 'utf8').split('[[package]]').slice(1);
  const field = (entry, name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(entry)?.[1];
  return new Map(entries.map(entry => [`${field(entry, 'name')}@${field(entry, 'version')}`, field(entry, 'checksum')]));
}

const purl = ({ name, version }) => `pkg:cargo/${name}@${version}`;

function component(crate, sums) {
  const checksum = sums.get(`${crate.name}@${crate.version}`);
  return {
    type: 'library',
    'bom-ref': purl(crate),
    name: crate.name,
    version: crate.version,
    purl: purl(crate),
    ...(crate.description ? { description: crate.description.trim() } : {}),
    ...(crate.license ? { licenses: [{ expression: crate.license.replace(/\s*\/\s*/g, ' OR ').replace(/\s+/g, ' ') }] } : {}),
    ...(checksum ? { hashes: [{ alg: 'SHA-256', content: checksum }] } : {}),
  };
}

/** The same input gives the same number, so that two builds of one commit can be compared. */
function serial(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function document(of, components, dependencies) {
  const body = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component: of }, components, dependencies };
  return { serialNumber: serial(JSON.stringify(body)), ...body };
}

function crates() {
  const { packages, resolve } = JSON.parse(
    output('cargo', ['metadata', '--locked', '--format-version', '1', '--filter-platform', PLATFORM])
  );
  const sums = checksums();
  const names = linked();
  const all = packages.filter(({ name, version }) => names.has(`${name}@${version}`));
  const root = all.find(({ name, source }) => name === 'touchstone' && source === null);
  const byId = new Map(all.map(crate => [crate.id, crate]));
  const others = all.filter(crate => crate !== root).sort((a, b) => purl(a).localeCompare(purl(b)));
  const edges = resolve.nodes.filter(({ id }) => byId.has(id)).map(({ id, deps }) => {
    const below = deps.filter(({ pkg, dep_kinds: kinds }) => byId.has(pkg) && kinds.some(({ kind }) => kind === null));
    return { ref: purl(byId.get(id)), dependsOn: below.map(({ pkg }) => purl(byId.get(pkg))).sort() };
  });
  return document({ ...component(root, sums), type: 'application', name: 'touchstone' }, others.map(crate => component(crate, sums)), edges);
}

/** The packages of the app as its lock file has them, without those that only build or test it. */
function packages() {
  const { name, packages: locked } = JSON.parse(readFileSync(join(ROOT, 'web/package-lock.json'), 'utf8'));
  const components = Object.entries(locked)
    .filter(([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link)
    .map(([path, { version, license, integrity }]) => {
      const called = path.split('node_modules/').pop();
      const ref = `pkg:npm/${called.replace('@', '%40')}@${version}`;
      const [alg, sum] = integrity.split('-');
      const hashes = [{ alg: alg.replace('sha', 'SHA-'), content: Buffer.from(sum, 'base64').toString('hex') }];
      return { type: 'library', 'bom-ref': ref, name: called, version, purl: ref, hashes, ...(license ? { licenses: [{ expression: license.replace(/ and /g, ' AND ') }] } : {}) };
    });
  const unique = new Map(components.map(one => [one.purl, one]));
  return document({ type: 'application', 'bom-ref': name, name }, [...unique.values()].sort((a, b) => a.purl.localeCompare(b.purl)), []);
}

mkdirSync(folder, { recursive: true });
for (const [name, make] of [['touchstone-binary', crates], ['touchstone-app', packages]]) {
  const bom = make();
  const unlicensed = bom.components.filter(({ licenses }) => !licenses?.length).map(({ name: one }) => one);
  if (unlicensed.length > 0) throw new Error(`these name no licence: ${unlicensed.join(', ')}`);
  const path = join(folder, `${name}.cdx.json`);
  writeFileSync(path, `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`${path}: ${bom.components.length} components, each with its licence`);
}
