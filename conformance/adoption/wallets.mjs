// Signing in with wallets is switched on where the application has fields of the same names.
import assert from 'node:assert/strict';
import { master } from './rest.mjs';

export async function runWallets(checks, server, { people }) {
  const path = `users/${people.cleo.id}`;
  await checks.check('The operator is notified of the field that stays as it is', () => {
    const told = server.words().split('\n').find(line => line.includes('ethAddress'));
    for (const word of ['WARN', '_User', 'Number', 'String']) {
      assert.ok(told?.includes(word), `${word} in ${told}`);
    }
  });
  await checks.check('The field is what it was, and its owner writes it', async () => {
    assert.equal((await server.get(path, master)).ethAddress, 7);
    await server.put(path, { ethAddress: 8 }, { as: { session: people.cleo.session } });
    assert.equal((await server.get(path, master)).ethAddress, 8);
  });
  await checks.check('Fields that no user had are those of wallets', async () => {
    const { fields } = await server.get('schemas/_User', master);
    assert.deepEqual([fields.ethAddress.type, fields.solAddress.type, fields.accounts.type], ['Number', 'String', 'Array']);
  });
}
