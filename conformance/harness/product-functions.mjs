// Every function of the product and who may call it, read from where they are defined: there is no list
// of them on the wire, and one that is kept by hand would forget some.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../../crates/feedback');
const DEFINED = /const NAME: &'static str = "(\w+)";\s*const WHO: Who = Who::(\w+);/g;

/** Names by who may call them: `Public`, `Member`, `Administrator`, `Widget`. */
export function functionsOfTheProduct() {
  const found = { Public: [], Member: [], Administrator: [], Widget: [] };
  for (const file of readdirSync(SOURCE, { recursive: true })) {
    if (!file.endsWith('.rs')) continue;
    for (const [, name, who] of readFileSync(join(SOURCE, file), 'utf8').matchAll(DEFINED)) found[who].push(name);
  }
  return found;
}
