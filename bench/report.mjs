// From measurements to the lines and the file that people read.
import { readFileSync, writeFileSync } from 'node:fs';

const LATEST = new URL('latest.json', import.meta.url);
const TARGETS = new URL('targets.json', import.meta.url);

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const rounded = (value, digits) => Number(value.toFixed(digits));

/** `rounds` holds, per side, the measurements of one workload. */
export function row(workload, rounds) {
  const rps = side => median(rounds[side].map(({ rps }) => rps));
  const [ours, parseServer, pocketbase, bare] = ['ours', 'parse_server', 'pocketbase', 'bare'].map(rps);
  return {
    workload,
    ours_rps: Math.round(ours),
    parse_server_rps: Math.round(parseServer),
    pocketbase_rps: Math.round(pocketbase),
    bare_rps: Math.round(bare),
    ratio_parse_server: rounded(ours / parseServer, 2),
    ratio_pocketbase: rounded(ours / pocketbase, 2),
    ratio_bare: rounded(ours / bare, 3),
    cpu_us: rounded(median(rounds.ours.map(({ cpuUs }) => cpuUs)), 1),
    p99_ms: rounded(median(rounds.ours.map(({ p99 }) => p99)), 2),
  };
}

export function line(entry) {
  const count = value => `${String(value).padStart(6)}/s`;
  return [
    entry.workload.padEnd(10),
    `ours ${count(entry.ours_rps)}`,
    `Parse Server ${count(entry.parse_server_rps)}`,
    `PocketBase ${count(entry.pocketbase_rps)}`,
    `bare ${count(entry.bare_rps)}`,
    `${entry.ratio_bare.toFixed(2)} of bare`,
    `${entry.cpu_us.toFixed(0)} us CPU`.padStart(10),
    `p99 ${entry.p99_ms.toFixed(1)} ms`,
  ].join('  ');
}

/** Keeps the figures, when they were measured, and how busy the machine was before. */
export function save(entries, { seconds, rounds, load }) {
  const about = { measured: new Date().toISOString().slice(0, 16) + 'Z', command: 'just bench', seconds, rounds, load_before: rounded(load, 2) };
  const lines = entries.map(entry => `    ${JSON.stringify(entry)}`);
  const head = Object.entries(about).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  writeFileSync(LATEST, `{\n${head.join('')}  "workloads": [\n${lines.join(',\n')}\n  ]\n}\n`);
}

/** Compares the latest figures with the targets, prints each and answers the exit code. */
export function check() {
  let latest;
  try {
    latest = JSON.parse(readFileSync(LATEST, 'utf8'));
  } catch {
    console.error('there is no bench/latest.json to compare; run bench/run first');
    return 2;
  }
  console.log(`measured ${latest.measured}`);
  const targets = JSON.parse(readFileSync(TARGETS, 'utf8'));
  let [met, missed] = [0, 0];
  for (const entry of latest.workloads) {
    for (const [figure, { at_least = -Infinity, at_most = Infinity }] of Object.entries(targets[entry.workload])) {
      const isMet = entry[figure] >= at_least && entry[figure] <= at_most;
      if (isMet) met += 1;
      else missed += 1;
      const target = at_most === Infinity ? `at least ${at_least}` : `at most ${at_most}`;
      console.log(`${isMet ? 'met   ' : 'MISSED'}  ${entry.workload.padEnd(10)} ${figure.padEnd(11)} ${entry[figure]} (${target})`);
    }
  }
  console.log(`${met} targets met, ${missed} missed`);
  return missed === 0 ? 0 : 1;
}
