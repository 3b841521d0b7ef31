// A swap in a two-token pool, with a wallet that announces itself by EIP-6963. It needs no library and no build step.

const SLIPPAGE_BPS = 50;
const DEADLINE_MS = 20 * 60_000;
const GET_AMOUNTS_OUT = '0xd06ca61f';
const SWAP_EXACT_TOKENS_FOR_TOKENS = '0x38ed1739';

const element = id => document.getElementById(id);
const show = (id, text) => (element(id).textContent = text);
const { chainId, network, router, tokenIn, tokenOut } = JSON.parse(element('pair').textContent);
const path = [tokenIn.address, tokenOut.address];

/** Wallets by their id. A wallet that announces itself again takes the place of its first announcement. */
const wallets = new Map();
let account;
let quote;

addEventListener('eip6963:announceProvider', ({ detail }) => wallets.set(detail.info.uuid, detail.provider));
dispatchEvent(new Event('eip6963:requestProvider'));

function ask(method, ...params) {
  const [wallet] = wallets.values();
  if (!wallet) throw new Error('No wallet was found in this browser.');
  return wallet.request({ method, params });
}

const encode = (selector, ...words) => selector + words.map(word => BigInt(word).toString(16).padStart(64, '0')).join('');

/** `1.5` in the smallest unit of a token, and back. */
function toUnits(text, { decimals }) {
  const [, whole, part = ''] = /^\s*(\d+)(?:\.(\d*))?\s*$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`"${text}" is not an amount.`);
  return BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'));
}
const fromUnits = (units, { decimals }) => String(Number((Number(units) / 10 ** decimals).toPrecision(6)));

async function connect() {
  [account] = await ask('eth_requestAccounts');
  show('account', `${account.slice(0, 6)}…${account.slice(-4)}`);
  show('swap', 'Swap');
}

async function useNetwork() {
  if (Number(await ask('eth_chainId')) !== chainId) await ask('wallet_switchEthereumChain', { chainId: `0x${chainId.toString(16)}` });
}

async function readQuote() {
  const amountIn = toUnits(element('amount').value, tokenIn);
  const quoteBlock = Number(await ask('eth_blockNumber'));
  const amounts = await ask('eth_call', { to: router, data: encode(GET_AMOUNTS_OUT, amountIn, 64, path.length, ...path) }, 'latest');
  const expectedOut = BigInt(`0x${amounts.slice(-64)}`);
  const minOut = (expectedOut * BigInt(10_000 - SLIPPAGE_BPS)) / 10_000n;
  quote = { amountIn, minOut };
  const route = `${tokenIn.symbol} › ${tokenOut.symbol}`;
  // With the quote, a report says what the page promised, and whether the price moved afterwards.
  touchstone('quote', {
    amountIn, expectedOut, minOut, quoteBlock, chainId, route, slippageBps: SLIPPAGE_BPS, quotedAt: Date.now(),
    tokenIn: tokenIn.address, tokenOut: tokenOut.address,
  });
  show('out', fromUnits(expectedOut, tokenOut));
  show('rate', `At least ${fromUnits(minOut, tokenOut)} ${tokenOut.symbol}, ${SLIPPAGE_BPS / 100} % below the quote.`);
}

async function swap() {
  const deadline = Math.ceil((Date.now() + DEADLINE_MS) / 1000);
  const data = encode(SWAP_EXACT_TOKENS_FOR_TOKENS, quote.amountIn, quote.minOut, 160, account, deadline, path.length, ...path);
  const transaction = { from: account, to: router, data };
  const gas = (BigInt(await ask('eth_estimateGas', transaction)) * 5n) / 4n;
  const hash = await ask('eth_sendTransaction', { ...transaction, gas: `0x${gas.toString(16)}` });
  show('result', 'The swap is sent.');
  for (;;) {
    const receipt = await ask('eth_getTransactionReceipt', hash);
    if (receipt?.status === '0x0') throw new Error('The transaction failed. No tokens were moved.');
    if (receipt) return;
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
}

/** Runs a step with the button off, and shows why it failed. */
async function run(work) {
  element('swap').disabled = true;
  show('result', '');
  show('problem', '');
  try {
    await work();
  } catch (error) {
    show('result', '');
    show('problem', error.message);
  } finally {
    element('swap').disabled = false;
  }
}

element('swap').addEventListener('click', () =>
  run(async () => {
    const isConnected = account !== undefined;
    if (!isConnected) await connect();
    await useNetwork();
    if (!isConnected || !quote) return readQuote();
    await swap();
    show('result', 'Swapped.');
  })
);
element('amount').addEventListener('change', () => {
  quote = undefined;
  if (account) run(readQuote);
});
show('network', network);
show('token-in', tokenIn.symbol);
show('token-out', tokenOut.symbol);
