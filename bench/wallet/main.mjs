// Sign-ins with wallets at a fixed rate, on a server of their own; `just wallet-load`. Prints one line.
// The texts are asked for and signed before the clock runs: what is measured is what the server does with a signature.
import http from 'node:http';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launch, stopAll } from '../../conformance/harness/launch.mjs';
import { KEYS } from '../../conformance/harness/configurations.mjs';
import { generatePrivateKey, privateKeyToAccount } from '../../conformance/moralis/stage/evm.mjs';

const HELP = `bench/wallet/main.mjs [options]
  --rate NUMBER      sign-ins a second (500)
  --seconds NUMBER   for how long (60)
  --people NUMBER    how many addresses take turns (2000)`;

// A text is good for five minutes; those of one part are used before they are a minute older than its length.
const PART_SECONDS = 60;
const ASKERS = 16;
const ORIGIN = 'https://app.example';
const TARGET_MS = 400;

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    people: { type: 'string', default: '2000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const [rate, seconds, people] = [values.rate, values.seconds, values.people].map(Number);

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });

function post(url, path, installation, body) {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      'X-Parse-Application-Id': KEYS.appId,
      'X-Parse-Installation-Id': installation,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      Origin: ORIGIN,
    };
    const request = http.request(`${url}/${path}`, { method: 'POST', agent, headers }, async answer => {
      let said = '';
      for await (const part of answer) said += part;
      resolve({ status: answer.statusCode, said });
    });
    request.on('error', reject);
    request.end(text);
  });
}

/** One text of the server, signed by the account. */
async function proof(url, account) {
  const installation = randomUUID();
  const { status, said } = await post(url, 'functions/walletChallenge', installation, { family: 'evm', address: account.address });
  if (status !== 200) throw new Error(`walletChallenge was answered with ${status} ${said.slice(0, 300)}`);
  const { message } = JSON.parse(said).result;
  const wallet = { family: 'evm', address: account.address, message, signature: await account.signMessage({ message }) };
  return { installation, body: { authData: { wallet } } };
}

async function proofs(url, accounts, count) {
  const made = [];
  const asker = async () => {
    while (made.length < count) made.push(await proof(url, accounts[made.length % accounts.length]));
  };
  await Promise.all(Array.from({ length: ASKERS }, asker));
  return made.slice(0, count);
}

/** Signs in at the rate, whether or not the answers come: what waits in line counts as waiting. */
async function drive(url, made, times, problems) {
  const began = performance.now();
  const pending = made.map(async ({ installation, body }, number) => {
    const due = began + (number * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    try {
      const { status, said } = await post(url, 'users', installation, body);
      times.push(performance.now() - due);
      if (status > 201) problems.push(said.slice(0, 160));
    } catch (error) {
      problems.push(error.message);
    }
  });
  await Promise.all(pending);
  return (performance.now() - began) / 1000;
}

Object.assign(process.env, {
  TOUCHSTONE_WALLET_ORIGINS: ORIGIN,
  TOUCHSTONE_LOG: 'warn',
  // All requests come from one address here; what is measured is the work, not the gate.
  TOUCHSTONE_LIMITS: 'parse',
});
try {
  const url = await launch('touchstone', 'moralis');
  const accounts = Array.from({ length: people }, () => privateKeyToAccount(generatePrivateKey()));
  // Their accounts are there before the clock runs, as on most days.
  for (const { installation, body } of await proofs(url, accounts, people)) await post(url, 'users', installation, body);

  const [times, problems] = [[], []];
  let took = 0;
  for (let done = 0; done < seconds; done += PART_SECONDS) {
    took += await drive(url, await proofs(url, accounts, rate * Math.min(PART_SECONDS, seconds - done)), times, problems);
  }
  times.sort((a, b) => a - b);
  const at = share => times[Math.floor(times.length * share)]?.toFixed(1);
  console.log(
    `${times.length} sign-ins, ${(times.length / took).toFixed(0)} a second of ${rate}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${problems.length} failed`
  );
  for (const problem of new Set(problems)) console.log(`  ${problem}`);
  if (problems.length > 0 || Number(at(0.99)) > TARGET_MS) process.exitCode = 1;
} finally {
  await stopAll();
  agent.destroy();
}
