// Nodes that must not be believed: what would have worked is what an honest node says, or nothing.
import { v2 } from '../stage/calls.mjs';
import { FOUND } from '../stage/hostile.mjs';
import { unit } from '../stage/world.mjs';
import { approved, inOneBlock, moved, outOf, rivalSells, tight } from './would-have.mjs';

const TENTH = unit / 10n;
const failed = kind => ({ status: 'reverted', class: kind });

/** The answer may be this one, or none. */
const orNothing = (would, { wouldHave }) => {
  const isGiven = wouldHave && wouldHave.outcome !== 'untried';
  return isGiven ? would : { question: would.question, outcome: 'untried', amount: null };
};

const trade = w => w.send(...v2(w, { amount: 3_000n * unit, who: w.rival }), { from: w.rival });

/** A limit that a trade in the same block overtook, and another trade since. */
const overtaken = node => ({
  name: `a limit, after a trade in the same block, by a node that is ${node}`,
  expect: failed('slippage_exceeded'),
  isUndone: true,
  async act(w, look) {
    w.pair ??= await w.read('factory2', 'getPair', [w.at.one, w.at.two]);
    const whole = await w.client.snapshot();
    const least = tight(await outOf(w, TENTH));
    const block = last => [rivalSells(2_000n * unit)(w), { from: w.trader, swap: v2(w, { amount: TENTH, least: last }) }];
    const amount = await moved(w, {}, async () => (await inOneBlock(w, block(0n)))[1]);
    await w.client.revert({ id: whole });
    const again = await w.client.snapshot();
    const [, hash] = await inOneBlock(w, block(least));
    await trade(w);
    const seen = await look({ hash, node, waits: true });
    await w.client.revert({ id: again });
    return { seen, would: orNothing({ question: 'limits', outcome: 'works', amount }, seen) };
  },
});

/** A limit that the pool never met, and a trade since. */
const outOfReach = node => ({
  name: `a limit out of reach, by a node that is ${node}`,
  expect: failed('slippage_exceeded'),
  isUndone: true,
  async act(w, look) {
    const whole = await w.client.snapshot();
    const start = await w.client.snapshot();
    const amount = await moved(w, {}, async () => w.send(...v2(w)));
    await w.client.revert({ id: start });
    const hash = await w.send(...v2(w, { least: 1_000n * unit }));
    await trade(w);
    const seen = await look({ hash, node, waits: true });
    await w.client.revert({ id: whole });
    return { seen, would: orNothing({ question: 'limits', outcome: 'works', amount }, seen) };
  },
});

/** A deadline before a limit: with a later deadline it fails too. */
const late = node => ({
  name: `a deadline and a limit, by a node that is ${node}`,
  expect: failed('deadline_expired'),
  isUndone: true,
  async act(w, look) {
    const whole = await w.client.snapshot();
    const hash = await w.send(...v2(w, { deadline: 1n, least: 1_000n * unit }));
    await trade(w);
    const seen = await look({ hash, node, waits: true });
    await w.client.revert({ id: whole });
    return { seen, would: orNothing({ question: 'deadline', outcome: 'fails', amount: null }, seen) };
  },
});

/** An approval without tokens: with the approval it fails too. */
const poor = node => ({
  name: `no approval and no tokens, by a node that is ${node}`,
  expect: failed('allowance_missing'),
  isUndone: true,
  async act(w, look) {
    const whole = await w.client.snapshot();
    await approved('one', 'router2', 5n)(w);
    const hash = await w.send(...v2(w, { amount: 10n ** 24n }));
    await trade(w);
    const seen = await look({ hash, node, waits: true });
    await w.client.revert({ id: whole });
    return { seen, would: orNothing({ question: 'allowance', outcome: 'fails', amount: null }, seen) };
  },
});

const KINDS = [overtaken, outOfReach, late, poor];

/** A node whose connections ended counts as down for a while, so it is asked about one transaction. */
const kindsOf = node => (node === 'crashing' ? [overtaken] : KINDS);

export const outcomes = Object.keys(FOUND).flatMap(node => kindsOf(node).map(kind => kind(node)));

/** Sentences about what the tests of the endpoints did not find. */
export const notFound = tested =>
  Object.entries(FOUND).flatMap(([node, expected]) =>
    Object.entries(expected).filter(([ability, has]) => tested[node].replay[ability] !== has).map(([ability]) => `the test of the node that is ${node} says ${ability}: ${tested[node].replay[ability]}`)
  );
