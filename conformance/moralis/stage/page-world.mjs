// A page as the old packages know it: their browser build runs in jsdom, so that storage, preflights and the header
// Origin are those of a browser. Not one line of theirs is changed.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { JSDOM, ResourceLoader, VirtualConsole } from 'jsdom';
import { KEYS } from '../../harness/configurations.mjs';
import { evmWallet } from './keys.mjs';
import { ORIGIN, SERVER } from './stage.mjs';

const require = createRequire(import.meta.url);

/** In place of the maker's servers: answers whatever is asked. */
async function maker() {
  const server = createServer((_, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'content-type');
    response.setHeader('Content-Type', 'application/json');
    response.end('{"version":"1.12.0","result":{}}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It must not keep the file from ending.
  server.unref();
  return `http://127.0.0.1:${server.address().port}/`;
}

/** What the client asks of its maker's servers at every start. Nothing here may leave the machine. */
const ELSEWHERE = /unpkg\.com|moralis\.io/;

/**
 * Opens a page with wallets in it and hands back the client, started. One page for each file: the package keeps its
 * state in its module.
 */
export async function openPage({ ethereum = evmWallet(), solana, injectedWeb3, start = true } = {}) {
  const virtualConsole = new VirtualConsole();
  const { window } = new JSDOM('<!doctype html><div id="root"></div>', {
    url: `${ORIGIN}/`,
    pretendToBeVisual: true,
    resources: new ResourceLoader({ strictSSL: false }),
    virtualConsole,
  });
  const elsewhere = [];
  const instead = await maker();
  class Xhr extends window.XMLHttpRequest {
    open(method, url, ...rest) {
      if (ELSEWHERE.test(url)) {
        elsewhere.push(`${method} ${url}`);
        return super.open(method, instead, ...rest);
      }
      return super.open(method, url, ...rest);
    }
  }
  window.XMLHttpRequest = Xhr;
  const frames = [];
  class Socket extends window.WebSocket {
    send(text) {
      frames.push(JSON.parse(text));
      super.send(text);
    }
  }
  Object.assign(window, { ethereum, solana, injectedWeb3 });
  const names = {
    window,
    document: window.document,
    localStorage: window.localStorage,
    XMLHttpRequest: Xhr,
    WebSocket: Socket,
    HTMLElement: window.HTMLElement,
    File: window.File,
    Blob: window.Blob,
    FileReader: window.FileReader,
  };
  for (const [name, value] of Object.entries(names)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  // By this the package tells a page from a program: without it, it would not use what a browser offers.
  Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: 'jsdom' } });
  // The client warns about its own age at every start.
  console.warn = () => {};
  const Moralis = require('moralis-v1');
  if (start) await Moralis.start({ appId: KEYS.appId, serverUrl: SERVER });
  return { Moralis, window, ethereum, elsewhere, frames, require };
}

/** The user the browser would remember. */
export const remembered = ({ localStorage }) => JSON.parse(localStorage.getItem(`Parse/${KEYS.appId}/currentUser`));

/** Asks the server past the client. */
export async function ask(method, path, body, headers = {}) {
  const answer = await fetch(`${SERVER}/${path}`, {
    method,
    headers: {
      'X-Parse-Application-Id': KEYS.appId,
      'Content-Type': 'application/json',
      Origin: ORIGIN,
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

export const asOperator = (method, path, body) => ask(method, path, body, { 'X-Parse-Master-Key': KEYS.masterKey });

/** An unused name. */
export const fresh = prefix => `${prefix}-${randomUUID().slice(0, 8)}`;
