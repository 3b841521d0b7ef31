// Foundry's programs from npm, with the compiler's package in the place of the one that forge would fetch.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const program = name => join(require.resolve(`@foundry-rs/${name}-linux-amd64/package.json`), '..', 'bin', name);
const FORGE_STD = join(require.resolve('@uniswap/v4-core/package.json'), '..', 'lib', 'forge-std', 'src');

const WITHIN_MS = 240_000;

/** Runs a program to its end, whatever that is. */
const run = (file, args, { cwd, env }) =>
  new Promise(resolve => {
    execFile(file, args, { cwd, env: { ...process.env, ...env }, timeout: WITHIN_MS, maxBuffer: 256 << 20 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }));
  });

// As much of the compiler's program as forge asks for.
const COMPILER = `
const solc = require(${JSON.stringify(require.resolve('solc'))});
if (process.argv.includes('--version')) {
  console.log('solc, the solidity compiler commandline interface\\nVersion: ' + solc.version().replace('Emscripten.clang', 'Linux.g++'));
} else {
  const chunks = [];
  process.stdin.on('data', chunk => chunks.push(chunk)).on('end', () => process.stdout.write(solc.compile(Buffer.concat(chunks).toString())));
}
`;

const settings = compiler => `[profile.default]
solc = "${compiler}"
offline = true
libs = []
remappings = ["forge-std/=${FORGE_STD}/"]
allow_paths = ["${FORGE_STD}"]
no_storage_caching = true
fs_permissions = [{ access = "read", path = "./test" }]
`;

/** A folder for tests, which knows a node as `RPC_URL`. */
export async function makeProject(url) {
  const folder = await mkdtemp(join(tmpdir(), 'copies-'));
  const env = { RPC_URL: url, HOME: folder, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1', PATH: `${dirname(program('cast'))}:${process.env.PATH}` };
  await mkdir(join(folder, 'test'));
  const compiler = join(folder, 'solc');
  await writeFile(join(folder, 'solc.cjs'), COMPILER);
  await writeFile(compiler, `#!/bin/sh\nexec "${process.execPath}" "${join(folder, 'solc.cjs')}" "$@"\n`);
  await chmod(compiler, 0o755);
  await writeFile(join(folder, 'foundry.toml'), settings(compiler));
  return {
    folder,
    put: (name, text) => writeFile(join(folder, 'test', `${name}.t.sol`), text),
    /** What became of each test of each contract. */
    async test() {
      const { stdout, stderr } = await run(program('forge'), ['test', '--json'], { cwd: folder, env });
      let suites;
      try {
        suites = JSON.parse(stdout);
      } catch {
        throw new Error(`forge: ${stdout}${stderr}`.slice(0, 3_000));
      }
      return Object.fromEntries(Object.entries(suites).map(([key, suite]) => [key.split(':').at(-1), suite.test_results]));
    },
    /** Runs a script and sends its transactions from an account of the node. */
    async broadcast(script, sender) {
      const args = ['script', script, '--rpc-url', url, '--broadcast', '--unlocked', '--sender', sender, '--non-interactive'];
      const { code, stdout, stderr } = await run(program('forge'), args, { cwd: folder, env });
      if (code !== 0) throw new Error(`forge: ${stdout}${stderr}`.slice(0, 3_000));
    },
    /** Runs lines of a shell, and gives all that they print. */
    async shell(text) {
      const { stdout, stderr } = await run('/bin/bash', ['-c', text], { cwd: folder, env });
      return `${stdout}${stderr}`;
    },
    stop: () => rm(folder, { recursive: true }),
  };
}
