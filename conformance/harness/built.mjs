// Where cargo puts what it builds.
import { homedir } from 'node:os';
import { join } from 'node:path';

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'touchstone');
const TARGET = process.env.CARGO_TARGET_DIR ?? join(CACHE, 'target');

/** Something that was built, by its place under the target directory: `debug/touchstone`. */
export const built = path => join(TARGET, path);
