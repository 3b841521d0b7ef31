// Explains the error of a failed swap, and reports it in the name of the wallet that runs this.
import { createClient, TouchstoneError } from '@touchstone/client';
import { privateKeyToAccount } from 'viem/accounts';

const { SERVER, APP, ORIGIN, INVITATION, PRIVATE_KEY } = process.env;
const [error] = process.argv.slice(2);

const account = privateKeyToAccount(PRIVATE_KEY);
const touchstone = createClient({ server: SERVER, application: APP, origin: ORIGIN });
await touchstone.signInWithWallet({
  address: account.address,
  sign: message => account.signMessage({ message }),
  invitation: INVITATION,
});

const { evidence } = await touchstone.call('evidencePreview', { text: error });
console.log(evidence.explanation?.sentence ?? 'The error is not known.');

const { areas, builds } = await touchstone.call('programme');
try {
  const { number } = await touchstone.call('issueSubmit', {
    kind: 'bug',
    title: `Swap fails: ${error}`.slice(0, 140),
    body: 'Found by the nightly run of the swap bot.',
    area: areas[0].key,
    build: builds[0].id,
    severityClaimed: 'S2',
    evidence: [evidence.id],
  });
  console.log(`reported #${number}`);
} catch (refusal) {
  if (!(refusal instanceof TouchstoneError)) throw refusal;
  console.error(`not reported: ${refusal.message}`);
  for (const { field, detail } of refusal.fields) console.error(`  ${field}: ${detail}`);
  process.exitCode = 1;
}
await touchstone.signOut();
