// The React layer, rendered by React 17 as the old apps have it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { asOperator, fresh, openPage } from '../stage/page-world.mjs';
import { KEYS } from '../../harness/configurations.mjs';
import { SERVER } from '../stage/stage.mjs';

const { require, ethereum, window } = await openPage({ start: false });
const React = require('react');
const ReactDOM = require('react-dom');
const { MoralisProvider, useMoralis, useMoralisQuery, useMoralisCloudFunction, useMoralisSubscription } =
  require('react-moralis');

let moralis;
let found;
let answered;

// The hook listens again whenever a handler is another function, so these stay the same.
const status = fresh('hook');
const heard = [];
const handlers = Object.fromEntries(
  ['Create', 'Update', 'Enter', 'Leave', 'Delete'].map(name => [`on${name}`, ({ id }) => heard.push([name, id])])
);

function Probe() {
  moralis = useMoralis();
  found = useMoralisQuery('Issue', query => query.limit(1), [], { autoFetch: false });
  answered = useMoralisCloudFunction('getPluginSpecs', {}, { autoFetch: false });
  useMoralisSubscription('Issue', query => query.equalTo('status', status), [], handlers);
  return null;
}

ReactDOM.render(
  React.createElement(MoralisProvider, { appId: KEYS.appId, serverUrl: SERVER }, React.createElement(Probe)),
  window.document.getElementById('root')
);

// The page would go on for ever.
after(() => {
  ReactDOM.unmountComponentAtNode(window.document.getElementById('root'));
  window.close();
  setImmediate(() => process.exit());
});

/** Waits until the hook says so. */
async function until(told) {
  const deadline = Date.now() + 10_000;
  while (!told()) {
    if (Date.now() > deadline) throw new Error(`it never came to that; the state is ${moralis?.auth?.state}`);
    await pause(10);
  }
}

test('the provider starts', async () => {
  await until(() => moralis?.isInitialized && !moralis.isInitializing);
  assert.equal(moralis.auth.state, 'unauthenticated');
});

test('a wallet signs in and out', async () => {
  await moralis.authenticate();
  await until(() => moralis.isAuthenticated);
  assert.equal(moralis.user.get('ethAddress'), ethereum.address.toLowerCase());
  await moralis.logout();
  await until(() => moralis.isUnauthenticated);
});

test('a password signs up, signs in, and the user changes', async () => {
  const username = fresh('hook');
  await moralis.signup(username, 'a plain long phrase', `${username}@example.org`);
  await until(() => moralis.isAuthenticated);
  await moralis.setUserData({ favourite: 'SOL' });
  await until(() => !moralis.isUserUpdating);
  assert.equal(moralis.userError, null);
  assert.equal(moralis.user.get('favourite'), 'SOL');
  await moralis.refetchUserData();
  await moralis.logout();
  await until(() => moralis.isUnauthenticated);
  await moralis.login(username, 'a plain long phrase');
  await until(() => moralis.isAuthenticated);
  await moralis.logout();
  await until(() => moralis.isUnauthenticated);
});

test('the hooks for queries and functions get their answers', async () => {
  await found.fetch();
  assert.equal(found.error, null);
  await answered.fetch();
  await until(() => Array.isArray(answered.data));
  assert.deepEqual(answered.data, []);
});

test('the hook for subscriptions hears all five events', async () => {
  const write = (method, path, body) => asOperator(method, `classes/Issue${path}`, body);
  const made = () => write('POST', '', { status });
  // The hook does not say when it listens, so the first object may come too early for it.
  const deadline = Date.now() + 10_000;
  while (heard.length === 0) {
    assert.ok(Date.now() < deadline, 'the hook never heard of an object');
    await made();
    await pause(100);
  }
  heard.length = 0;
  const { objectId } = (await made()).body;
  await write('PUT', `/${objectId}`, { title: 'changed' });
  await write('PUT', `/${objectId}`, { status: 'elsewhere' });
  await write('PUT', `/${objectId}`, { status });
  await write('DELETE', `/${objectId}`);
  await until(() => heard.some(([name]) => name === 'Delete'));
  const names = heard.filter(([, id]) => id === objectId).map(([name]) => name);
  assert.deepEqual(names, ['Create', 'Update', 'Leave', 'Enter', 'Delete']);
});
