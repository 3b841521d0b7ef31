// Keeps what the nodes said about each outcome, for the tests of the crate that explains it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../crates/chain/explain/tests/recorded');
const MOST_HEX = 2_000;

/** What explaining needs of a case: long bytecode and the parts no one reads are left out. */
function slim(kase, used) {
  const text = JSON.stringify(kase, (key, value) => {
    if (['logsBloom', 'accessList', 'transactions', 'mixHash', 'extraData', 'v', 'r', 's', 'yParity'].includes(key)) return undefined;
    if (typeof value === 'string' && value.startsWith('0x') && value.length > MOST_HEX) return value.slice(0, MOST_HEX);
    return value;
  });
  const slimmed = JSON.parse(text);
  const isUsed = ({ address }) => used.includes(address.slice(2));
  if (slimmed.registry) {
    const { contracts, tokens } = slimmed.registry;
    slimmed.registry = { contracts: contracts.filter(isUsed).map(named), tokens: tokens.filter(isUsed) };
  }
  return slimmed;
}

/** A contract with the errors of its interface alone. */
const named = contract => ({ ...contract, abi: contract.abi.filter(({ type }) => type === 'error') });

export function record(results) {
  if (!results.some(({ seen }) => seen?.kase)) throw new Error('only --engine knows what the nodes said: --engine --record');
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, seen, wrong } of results) {
    if (!seen?.kase || wrong.length) continue;
    const { chainStatus = null, failureClass = null, verdict = null, confidence = null } = seen;
    const used = JSON.stringify(seen.kase.found ?? '');
    const kase = { ...slim(seen.kase, used), expect: { chainStatus, failureClass, verdict, confidence } };
    const file = `${name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}.json`;
    writeFileSync(join(FOLDER, file), `${JSON.stringify(kase, null, 1)}\n`);
  }
}
