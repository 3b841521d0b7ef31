// Programs of examples, run as a reader would run them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const EXAMPLES = join(import.meta.dirname, '..');
const WITHIN_MS = 30_000;

/** A copy of an example, with the packages that `npm install` would fetch taken from a folder that has them. */
export function copied(name, folder, packages) {
  const place = join(folder, name);
  cpSync(join(EXAMPLES, name), place, { recursive: true });
  if (packages) symlinkSync(join(EXAMPLES, '..', packages, 'node_modules'), join(place, 'node_modules'));
  return place;
}

/** Runs a command to its end; what it printed, or an error that says it. */
export async function finish(command, args, { cwd, env = {}, input = '', within = WITHIN_MS } = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, timeout: within });
  const [printed, complained] = [[], []];
  child.stdout.on('data', chunk => printed.push(chunk));
  child.stderr.on('data', chunk => complained.push(chunk));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  const [out, err] = [printed, complained].map(chunks => Buffer.concat(chunks).toString());
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${out}\n${err}`);
  return out;
}
