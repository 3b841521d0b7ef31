// Loads the scenarios, one file per subject, and holds them to what makes them independent.

import { readdirSync } from 'node:fs';

const folder = new URL('./scenarios/', import.meta.url);

/** Classes whose cloud code is the subject; the log classes they write are shared by nature. */
const SHARED = /^(_.*|Guarded|Journal|JournalLog|LoginLog|Custom|Mutated|Filtered|Decorated)$/;

export async function subjects() {
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.mjs'))
    .sort();
  const loaded = [];
  for (const name of names) {
    const { default: scenarios } = await import(new URL(name, folder));
    loaded.push({ subject: name.replace(/\.mjs$/, ''), scenarios });
  }
  refuseSharedNames(loaded);
  return loaded;
}

/** Two scenarios on one class could see each other's rows, and only one of them alone would pass. */
function refuseSharedNames(loaded) {
  const names = new Set();
  const owners = new Map();
  for (const { subject, scenarios } of loaded) {
    for (const scenario of scenarios) {
      const full = `${subject}: ${scenario.name}`;
      if (names.has(full)) throw new Error(`Two scenarios are called "${full}": rename one.`);
      names.add(full);
      for (const className of classesOf(scenario)) {
        const key = `${scenario.configuration} ${className}`;
        const owner = owners.get(key) ?? full;
        if (owner !== full) {
          throw new Error(`"${owner}" and "${full}" both use the class ${className}: rename it in one.`);
        }
        owners.set(key, full);
      }
    }
  }
}

function classesOf(scenario) {
  const text = scenario.steps.map(step => `${step.path} ${JSON.stringify(step.body ?? '')}`).join(' ');
  const found = [...text.matchAll(/\/(?:classes|schemas)\/(\w+)/g)].map(match => match[1]);
  return new Set(found.filter(name => !SHARED.test(name)));
}
