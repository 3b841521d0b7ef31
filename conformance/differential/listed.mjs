// Where we answer otherwise than Parse Server 9.10 on PostgreSQL, and why: one file per subject in
// `listed/`, each an array of `{ scenario, step, reason, parseServer, ours }`.
//
// Both sides state the parts of the answer that differ (status, headers, body), normalised; a part that
// is not stated must be equal. `main.mjs --propose` prints unexplained differences in this form.

import { readdirSync } from 'node:fs';

const folder = new URL('./listed/', import.meta.url);

async function load() {
  const names = readdirSync(folder).filter(name => name.endsWith('.mjs'));
  const lists = await Promise.all(
    names.map(async name => {
      const { default: entries } = await import(new URL(name, folder));
      const subject = name.replace(/\.mjs$/, '');
      return entries.map(entry => ({ subject, ...entry }));
    })
  );
  return lists.flat();
}

export const listed = await load();
