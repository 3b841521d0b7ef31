// What an administrator enters before evidence means anything: the network of the stage, and whose wallet is whose.
import pg from 'pg';
import { databaseName, databaseUrl } from '../harness/database.mjs';

export const CONFIGURATION = 'evidence';

/** The network of the stage; gives its id. */
export async function saveNetwork(run, url) {
  const { network: { id } } = await run('networkSave', {
    name: 'Stage', chainId: 31337, isTestnet: true, nativeSymbol: 'ETH', nativeDecimals: 18, rpcUrls: [url], confirmations: 2, blockTimeMs: 1000,
  });
  await run('networkTest', { id });
  return id;
}

/** Runs a statement in the database of the server under test, as an operator would. */
export async function query(text, values) {
  const client = new pg.Client({ connectionString: databaseUrl(databaseName(CONFIGURATION)) });
  await client.connect();
  const { rows } = await client.query(text, values).finally(() => client.end());
  return rows;
}

/** Gives a wallet to an account, as a signature would. */
export const link = (user, address) =>
  query(`insert into "_EthAddress" ("objectId", "createdAt", "updatedAt", "user") values ($1, now(), now(), $2)`, [address.toLowerCase(), user]);
