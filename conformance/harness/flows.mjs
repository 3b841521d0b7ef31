// Runs files of flows one after the other, against what the caller has started for them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { Report } from './report.mjs';

/** The files of a folder whose names contain a word; or all of them, and the flows whose names do. */
function chosen(folder, filter) {
  const files = readdirSync(folder)
    .filter(file => file.endsWith('.test.mjs'))
    .sort();
  const byName = filter ? files.filter(file => file.includes(filter)) : files;
  const choice = byName.length ? { files: byName } : { files, testNamePatterns: [new RegExp(filter, 'i')] };
  return { ...choice, files: choice.files.map(file => join(folder, file)) };
}

/** Runs what `filter` names, or everything; whether all of it is well. */
export async function runFlows(folder, filter) {
  const { files, testNamePatterns } = chosen(folder, filter);
  const report = new Report(folder);
  for (const file of files) {
    await report.follow(file, run({ files: [file], ...(testNamePatterns && { testNamePatterns }) }));
  }
  return report.close();
}

/** Does `work` with a list of what must be taken away, and takes it away, also when it is interrupted. */
export async function withStops(stops, work) {
  const stopEverything = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => stopEverything().finally(() => process.exit(130)));
  }
  try {
    await work();
  } finally {
    await stopEverything();
  }
}
