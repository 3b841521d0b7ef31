import { reportLink } from './report-link.js';

const ROUTER = '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad';
const build = document.querySelector('meta[name=touchstone-build]').content;
const show = (id, text) => (document.getElementById(id).textContent = text);

/** Sends a transaction and waits until it is mined. Throws an error that has the hash, if it was mined and undone. */
async function swap(wallet) {
  const [from] = await wallet.request({ method: 'eth_requestAccounts' });
  const hash = await wallet.request({ method: 'eth_sendTransaction', params: [{ from, to: ROUTER, data: '0x3593564c' }] });
  for (;;) {
    const receipt = await wallet.request({ method: 'eth_getTransactionReceipt', params: [hash] });
    if (receipt?.status === '0x0') throw Object.assign(new Error('transaction reverted'), { hash });
    if (receipt) return hash;
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
}

async function press() {
  const problem = document.getElementById('problem');
  problem.hidden = true;
  try {
    show('result', `Swapped: ${await swap(window.ethereum)}`);
  } catch (error) {
    const chainId = await window.ethereum.request({ method: 'eth_chainId' }).catch(() => undefined);
    show('why', error.message);
    document.getElementById('report').href = reportLink(window.TOUCHSTONE, { hash: error.hash, chainId, build, error });
    problem.hidden = false;
  }
}

document.getElementById('swap').addEventListener('click', press);
