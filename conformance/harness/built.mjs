// Where cargo puts what it builds, and where suites keep their files.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'touchstone');
const TARGET = process.env.CARGO_TARGET_DIR ?? join(CACHE, 'target');

/** A build product, by its path under the target directory: `debug/touchstone`. */
export const built = path => join(TARGET, path);

/** The server binary. With `hasCloudCode`, the one that contains the cloud code of the suites. */
export function binary(hasCloudCode = false) {
  const [variable, path] = hasCloudCode ? ['TOUCHSTONE_CLOUD_BIN', 'debug/examples/cloud'] : ['TOUCHSTONE_BIN', 'debug/touchstone'];
  const found = process.env[variable] ?? built(path);
  if (!existsSync(found)) throw new Error(`no server binary at ${found}: run just binaries, or set ${variable}`);
  return found;
}
