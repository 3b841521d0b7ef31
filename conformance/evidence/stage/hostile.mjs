// Nodes whose answers to calls must not be believed. Everything else they answer as the node behind them.

const CALLS = ['eth_call', 'eth_simulateV1'];
const isCall = ({ method }) => CALLS.includes(method);
const reply = result => ({ jsonrpc: '2.0', result });

/** The blocks of a simulation, each with these fields instead of its own. */
const withBlocks = (simulation, change) => ({ ...simulation, blockStateCalls: simulation.blockStateCalls.map(change) });

/** A word of 32 bytes that says 42. */
const FORTY_TWO = `0x${'2a'.padStart(64, '0')}`;
const LARGE = `0x${'f'.padStart(40, '0')}${'f'.repeat(24)}`;

export const HOSTILE = {
  /** It ignores all overrides of state and block. */
  deaf(question, honest) {
    const { method, params } = question;
    if (method === 'eth_call') return honest(params.slice(0, 2));
    if (method === 'eth_simulateV1') {
      const [simulation, block] = params;
      return honest([withBlocks(simulation, ({ calls }) => ({ blockOverrides: {}, stateOverrides: {}, calls })), block]);
    }
    return honest();
  },
  /** Each call of a simulation begins on the state of the block. */
  async forgetful({ method, params }, honest) {
    if (method !== 'eth_simulateV1') return honest();
    const [simulation, block] = params;
    const [own] = simulation.blockStateCalls;
    const alone = await Promise.all(own.calls.map(call => honest([withBlocks(simulation, one => ({ ...one, calls: [call] })), block])));
    if (alone.some(({ result }) => !result)) return alone[0];
    return reply([{ ...alone[0].result[0], calls: alone.map(({ result }) => result[0].calls[0]) }]);
  },
  /** Every call works and returns a large amount. */
  async flattering(question, honest) {
    if (!isCall(question)) return honest();
    if (question.method === 'eth_call') return reply(question.params[2] ? FORTY_TWO : LARGE);
    const { calls } = question.params[0].blockStateCalls[0];
    return reply([{ calls: calls.map(() => ({ status: '0x1', returnData: LARGE, logs: [], gasUsed: '0x5208' })) }]);
  },
  /** What it answers to calls has another shape. */
  garbled: (question, honest) => (isCall(question) ? reply({ calls: 'none' }) : honest()),
  /** Its connection ends. */
  crashing: (question, honest) => (isCall(question) ? undefined : honest()),
};

/** A node that searches at most five blocks for events. */
export const narrow = ({ method, params }, honest) => {
  const { fromBlock, toBlock } = (method === 'eth_getLogs' && params[0]) || {};
  const isWide = fromBlock && BigInt(toBlock) - BigInt(fromBlock) >= 5n;
  return isWide ? { jsonrpc: '2.0', error: { code: -32602, message: 'eth_getLogs is limited to a range of 5 blocks' } } : honest();
};

/** What the test of an endpoint finds about each of them. */
export const FOUND = {
  deaf: { code: false, sequence: false },
  forgetful: { code: true, sequence: false },
  flattering: { sequence: false },
  garbled: { code: false, sequence: false },
  crashing: { code: false, sequence: false },
};
