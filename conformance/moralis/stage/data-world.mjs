// A chain with tokens, things, pairs and names on it, and a history that every blockchain function has something to tell of.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { namehash, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { clientOf } from './chain.mjs';

const require = createRequire(import.meta.url);
const ENS = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';
const UNSTOPPABLE = '0xa9a6A3626993D487d2Dbda3173cf58cA1a9D9e9f';

function compiled() {
  const solc = require('solc');
  const content = readFileSync(join(import.meta.dirname, '../contracts/Data.sol'), 'utf8');
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { 'Data.sol': { content } },
        settings: {
          evmVersion: 'paris',
          outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
        },
      })
    )
  );
  const wrong = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
  if (wrong.length) throw new Error(wrong.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return output.contracts['Data.sol'];
}

export const inline = description => `data:application/json;base64,${Buffer.from(JSON.stringify(description)).toString('base64')}`;

/** Puts everything on the chain; `web` is where a description is served. */
export async function makeWorld(url, { web }) {
  const client = clientOf(url);
  const all = compiled();
  const [first] = await client.getAddresses();
  const ann = privateKeyToAccount(generatePrivateKey()).address;
  const ben = privateKeyToAccount(generatePrivateKey()).address;
  await client.setBalance({ address: ann, value: parseEther('3.5') });
  await client.setBalance({ address: ben, value: parseEther('1') });
  for (const address of [ann, ben]) await client.impersonateAccount({ address });

  const send = async request => client.waitForTransactionReceipt({ hash: await request });
  const put = async (name, args = []) => {
    const { abi, evm } = all[name];
    const { contractAddress } = await send(
      client.deployContract({ account: first, abi, bytecode: `0x${evm.bytecode.object}`, args })
    );
    return { address: contractAddress, abi };
  };
  const write = (contract, functionName, args, options = {}) =>
    send(client.writeContract({ account: first, ...contract, functionName, args, ...options }));

  const token = await put('Amounts', ['Dollar Of Tests', 'DOT']);
  const other = await put('Amounts', ['Other', 'OTH']);
  const old = await put('OldAmounts');
  await write(token, 'mint', [ann, 5_000_000n]);
  await write(other, 'mint', [ben, 9n]);
  const paid = await write(token, 'transfer', [ben, 1_250_000n], { account: ann });
  await write(token, 'transfer', [ann, 250_000n], { account: ben });
  await write(token, 'burn', [1n], { account: ann });
  await write(token, 'approve', [ben, 77n], { account: ann });

  const things = await put('Things', [true]);
  const unlisted = await put('Things', [false]);
  await write(things, 'mint', [ann, 1n, inline({ name: 'One', image: 'ipfs://x', attributes: [{ trait_type: 'a', value: 'b' }] })]);
  await write(things, 'mint', [ann, 2n, `${web}/2.json`]);
  await write(things, 'mint', [ben, 300n, 'ipfs://nowhere']);
  await write(unlisted, 'mint', [ann, 5n, inline({ name: 'Five' })]);
  await write(unlisted, 'mint', [ann, 6n, inline({ name: 'Six' })]);
  await write(unlisted, 'move', [ben, 5n]);

  const many = await put('Many');
  const zeroAddress = '0x0000000000000000000000000000000000000000';
  await write(many, 'give', [zeroAddress, ann, 11n, 100n]);
  await write(many, 'giveAll', [zeroAddress, ann, [12n, 13n, 14n], [1n, 2n, 3n]]);
  await write(many, 'give', [ann, ben, 11n, 40n]);

  const pair = await put('Pair');
  const pairs = await put('Pairs');
  await write(pairs, 'set', [token.address, other.address, pair.address]);

  const calls = await put('Calls');
  const nested = await write(calls, 'through', [token.address, ben, 3n], { value: 17n });

  for (const [address, name] of [[ENS, 'Names'], [UNSTOPPABLE, 'Records']]) {
    await client.setCode({ address, bytecode: `0x${all[name].evm.deployedBytecode.object}` });
  }
  const names = { address: ENS, abi: all.Names.abi };
  const reverse = address => namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);
  await write(names, 'set', [namehash('ann.eth'), ENS, ann, '']);
  await write(names, 'set', [reverse(ann), ENS, zeroAddress, 'ann.eth']);
  // Ben says he is Ann; her name does not lead to him.
  await write(names, 'set', [reverse(ben), ENS, zeroAddress, 'ann.eth']);
  const records = { address: UNSTOPPABLE, abi: all.Records.abi };
  await write(records, 'set', ['crypto.ETH.address', ann, BigInt(namehash('ann.crypto'))]);

  return { client, ann, ben, token, other, old, things, unlisted, many, pair, pairs, calls, paid, nested };
}
