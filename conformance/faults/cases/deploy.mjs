// Changes of classes under work: R43.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Clock, fault, largest, percentile } from '../fault.mjs';
import { Workload } from '../workload.mjs';

fault('R43', 'fields, an index and classes are added while people work', 'no lock for more than a second, no error', async ({ fleet, chance, isLong }) => {
  const clock = new Clock();
  const work = new Workload(fleet, chance.branch());
  await work.start();
  await work.more(30);
  const calm = work.stalls.length;
  const times = [];
  const change = async (method, path, body) => {
    const began = performance.now();
    const { status, text } = await chance.pick(fleet.up).send(method, path, { key: 'master', body });
    assert.equal(status, 200, text);
    times.push(performance.now() - began);
  };
  const suffix = `${Date.now()}`;
  for (let round = 0; round < (isLong ? 10 : 3); round += 1) {
    await change('PUT', '/schemas/FaultEntry', { className: 'FaultEntry', fields: { [`added${suffix}${round}`]: { type: 'String' } } });
    await change('PUT', '/schemas/FaultEntry', { className: 'FaultEntry', indexes: { [`by${suffix}${round}`]: { [`added${suffix}${round}`]: 1 } } });
    await change('POST', `/schemas/Fault${suffix}${round}`, { className: `Fault${suffix}${round}`, fields: { n: { type: 'Number' } } });
    await change('PUT', '/schemas/FaultItem', { className: 'FaultItem', fields: { [`added${suffix}${round}`]: { type: 'Number' } } });
    await pause(200);
  }
  const changed = performance.now();
  await work.more(20);
  const recoveryMs = performance.now() - changed;
  const verdict = await work.verdict();
  fleet.look();
  clock.holds(largest(work.requests), 2000, 'a request');
  return { ...verdict, stallMs: largest(work.stalls.slice(calm)), recoveryMs, told: [`${times.length} changes, ${largest(times).toFixed(0)} ms at most; operations p99 ${percentile(work.stalls.slice(0, calm), 0.99).toFixed(0)} ms before and ${percentile(work.stalls.slice(calm), 0.99).toFixed(0)} ms during`] };
}, { form: 'long' });
