// A missing approval of tokens that keep approvals in ten ways: the approval comes first, and the swap is the one that is really sent after it.
import { maxUint256 } from 'viem';
import { v2 } from '../stage/calls.mjs';
import { FAR, unit } from '../stage/world.mjs';
import { approved, fixed } from './would-have.mjs';

/** The contract of each kind, by what is special about it. */
const KINDS = {
  'a mapping of mappings': 'PlainApprovals',
  'a namespace behind a proxy': 'ProxyApprovals',
  'a hash of its own form': 'SeededApprovals',
  'the order of hashing turned round': 'TurnedApprovals',
  '96 bits': 'NarrowApprovals',
  'a last day beside it': 'DatedApprovals',
  'another contract': 'RemoteApprovals',
  'an approval only after none': 'OnceApprovals',
  'an index that scales it': 'ScaledApprovals',
  'owners without code only': 'PersonalApprovals',
};

const token = contract => async w => {
  const { abi, bytecode } = w.own[contract];
  await w.put(contract, { abi: abi.length > 1 ? abi : w.own.PlainApprovals.abi, bytecode });
  w.abi[contract] = w.own.PlainApprovals.abi;
  await w.do(contract, 'approve', [w.at.router2, maxUint256]);
  await w.do(contract, 'transfer', [w.trader, 100n * unit]);
  await w.do('router2', 'addLiquidity', [w.at[contract], w.at.one, 1_000n * unit, 1_000n * unit, 0n, 0n, w.owner, FAR]);
};

/** No two cases have the same transaction. */
let gas = 910_000n;

const swap = (contract, own) => w => [...v2(w, { from: contract, to: 'one' }), { gas: own }];

const kind = (name, contract, options) =>
  fixed('allowance', `approval in ${name}${options.node ? ', by a node without simulations' : ''}`, { status: 'reverted', class: 'allowance_missing' }, {
    before: token(contract), failing: swap(contract, ++gas), fix: w => approved(contract, 'router2', maxUint256)(w), of: 'one', ...options,
  });

/** A node without simulations keeps no approval for the next call. */
const cannotBeTried = outcome => ({
  ...outcome,
  act: async (w, look) => ({ ...(await outcome.act(w, look)), would: { question: 'allowance', outcome: 'untried', amount: null } }),
});

export const outcomes = Object.entries(KINDS).flatMap(([name, contract]) => {
  return [kind(name, contract, {}), cannotBeTried(kind(name, contract, { node: 'still' }))];
});
