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
  const [ours, parseServer, bare] = ['ours', 'parse_server', 'bare'].map(rps);
  return {
    workload,
    ours_rps: Math.round(ours),
    parse_server_rps: Math.round(parseServer),
    bare_rps: Math.round(bare),
    ratio_parse_server: rounded(ours / parseServer, 2),
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
    `bare ${count(entry.bare_rps)}`,
    `${entry.ratio_parse_server.toFixed(1)} x Parse Server`.padStart(19),
    `${entry.ratio_bare.toFixed(2)} of bare`,
    `${entry.cpu_us.toFixed(0)} us CPU`.padStart(10),
    `p99 ${entry.p99_ms.toFixed(1)} ms`,
  ].join('  ');
}

export function save(entries) {
  const lines = entries.map(entry => `  ${JSON.stringify(entry)}`);
  writeFileSync(LATEST, `[\n${lines.join(',\n')}\n]\n`);
}

/** Compares the latest figures with the targets, prints each and answers the exit code. */
export function check() {
  let entries;
  try {
    entries = JSON.parse(readFileSync(LATEST, 'utf8'));
  } catch {
    console.error('there is no bench/latest.json to compare; run bench/run first');
    return 2;
  }
  const targets = JSON.parse(readFileSync(TARGETS, 'utf8'));
  let missed = 0;
  for (const entry of entries) {
    for (const [figure, target] of Object.entries(targets)) {
      const met = entry[figure] >= target;
      missed += met ? 0 : 1;
      const verdict = met ? 'met   ' : 'MISSED';
      console.log(`${verdict}  ${entry.workload.padEnd(10)} ${figure.padEnd(19)} ${entry[figure]} (target ${target})`);
    }
  }
  const met = entries.length * Object.keys(targets).length - missed;
  console.log(`${met} targets met, ${missed} missed`);
  return missed === 0 ? 0 : 1;
}
