// Runs every example against a server of its own, as its README says: `just examples`, or `just examples hooks`.
import assert from 'node:assert/strict';
import { run as runFirstIntegration } from './run/first-integration.mjs';
import { run as runGithubAction } from './run/github-action.mjs';
import { run as runHooks } from './run/hooks.mjs';
import { run as runEmbed } from './run/embed.mjs';
import { run as runMoralisApp } from './run/moralis-app.mjs';
import { run as runNodeClient } from './run/node-client.mjs';
import { run as runReportBot } from './run/report-bot.mjs';
import { run as runReportLink } from './run/report-link.mjs';
import { run as runVerifySeason } from './run/verify-season.mjs';
import { dropAbandonedDatabases } from '../conformance/harness/database.mjs';

const EXAMPLES = {
  'node-client': runNodeClient,
  hooks: runHooks,
  embed: runEmbed,
  'moralis-app': runMoralisApp,
  'github-action': runGithubAction,
  'verify-season': runVerifySeason,
  'report-bot': runReportBot,
  'report-link': runReportLink,
  'first-integration': runFirstIntegration,
};

const chosen = process.argv[2];
assert.ok(!chosen || EXAMPLES[chosen], `there is no example ${chosen}; there are ${Object.keys(EXAMPLES).join(', ')}`);
await dropAbandonedDatabases();
let [passed, failed] = [0, 0];
for (const [name, run] of Object.entries(EXAMPLES)) {
  if (chosen && chosen !== name) continue;
  const began = performance.now();
  try {
    await run();
    passed += 1;
    console.log(`ok      ${name}  ${((performance.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
