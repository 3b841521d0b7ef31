// Each failure that a wallet can cause, from the press in the dapp to the class in the list of an administrator.
import assert from 'node:assert/strict';
import { refusal } from '../wallet.mjs';
import { contextOf, explained, present } from '../triage.mjs';

/** The parts with their names in a report. */
const PARTS = { 'Page and build': 'page', 'Console lines': 'lines', Environment: 'environment' };

/** A swap that is mined and reverted, by a tester who is not signed in: the panel shows everything before it is sent. */
export async function reverted({ tester, stage, wallet }) {
  await tester.visitWithWidget();
  await wallet.during('eth_sendTransaction', () => stage.movePrice(), () => tester.failedSwap());
  await tester.offer.getByText('The transaction failed. Report it?').waitFor();
  await tester.offer.getByRole('button', { name: 'Report it' }).click();
  await tester.signIn();
  await tester.panel.getByText('slippage_exceeded', { exact: false }).waitFor();
  const { Failure, ...parts } = await tester.listed();
  assert.deepEqual(Object.keys(parts), ['Page and build', 'Wallet calls', 'Quote', 'Environment']);
  const sent = await tester.send();
  // The quote makes the difference: it proves that the price moved afterwards.
  return { Failure, parts, sent, said: await explained(stage, sent, 'slippage_exceeded', 'expected') };
}

/** The same context is sent, stored and shown. */
export async function sameContext({ tester, stage }, { parts, sent, Failure }) {
  const { build, ...page } = parts['Page and build'];
  const listed = { ...page, ...parts['Wallet calls'], ...parts.Quote, ...parts.Environment };
  const { report } = tester.lastBody('reports');
  assert.deepEqual(report.context, { ...listed, off: [] });
  assert.deepEqual(report.evidence, { ...Failure, quote: parts.Quote.quote });
  const { origin, context } = await contextOf(stage, sent.number);
  assert.equal(origin, stage.dapp);
  assert.deepEqual(present(context), present(listed));
  const { issue } = await stage.run('issueGet', { number: sent.number });
  assert.deepEqual([report.build, issue.build?.version], [build, '0.4.2'], JSON.stringify(issue.build));
  return `${Object.keys(listed).join(', ')}`;
}

/** A newcomer has one report a minute. The next one stays in the panel until the limit allows it. */
export async function limited({ tester, stage, wallet }, { sent }) {
  await tester.visitWithWidget();
  await wallet.during('eth_estimateGas', stop, () => tester.failedSwap());
  await tester.offer.getByRole('button', { name: 'Send now' }).click();
  const alert = tester.panel.getByRole('alert').filter({ hasText: /./ });
  await alert.waitFor();
  const said = await alert.textContent();
  assert.equal(said, 'Limit reached: 1 a minute. The next is possible in a minute.');
  const { issue } = await stage.run('issueGet', { number: sent.number });
  await stage.run('userPinTrust', { user: issue.reporter.id, level: 3 });
  const { number } = await tester.send();
  await tester.button('Close').last().click();
  return `"${said}", then #${number}`;
}

const stop = () => {
  throw refusal(3, 'execution reverted: Pausable: paused');
};

const OFFERED = {
  'an estimate that reverts': {
    class: 'transfer_failed',
    verdict: 'unknown',
    offer: 'The transaction would fail.',
    before: ({ wallet }) => wallet.approve(0n),
    after: ({ wallet }) => wallet.approve(2n ** 255n),
  },
  'another network': {
    class: 'wrong_network',
    verdict: 'setup',
    offer: 'The wallet is on another network.',
    before: ({ wallet }) => void (wallet.chainId = '0x1'),
    after: ({ wallet }) => void (wallet.chainId = '0x7a69'),
  },
  'too little coin': {
    class: 'insufficient_gas_funds',
    verdict: 'setup',
    offer: 'The wallet has too little to pay.',
    before: ({ wallet }) => wallet.setCoin('0x1'),
    after: ({ wallet }) => wallet.setCoin(),
  },
};

/** A failure that is offered to a tester who is signed in: one press sends it. */
export const onePress = Object.entries(OFFERED).map(([name, failure]) => [
  name,
  async state => {
    const { tester, stage } = state;
    await tester.visitWithWidget();
    await failure.before(state);
    await tester.failedSwap().finally(() => failure.after(state));
    await tester.offer.getByText(failure.offer, { exact: false }).waitFor();
    const sent = await tester.sendNow();
    return explained(stage, sent, failure.class, failure.verdict);
  },
]);

const decline = () => {
  throw refusal(4001, 'User rejected the request.');
};

/** A request that the tester declined is not offered. Two presses report it. */
export async function declined({ tester, stage, wallet }) {
  await tester.visitWithWidget();
  await wallet.during('eth_sendTransaction', decline, () => tester.failedSwap());
  assert.equal(await tester.offer.count(), 0, 'a declined request was offered');
  await tester.page.getByRole('button', { name: 'Report a problem' }).click();
  const sent = await tester.send();
  const said = await explained(stage, sent, 'user_rejected', 'expected');
  await tester.button('Close').last().click();
  return said;
}

/** A switch that is off removes its part, from this report and the next. */
export async function switches({ tester, stage, wallet }) {
  await tester.visitWithWidget();
  const numbers = [];
  for (const names of [Object.keys(PARTS), []]) {
    await tester.page.evaluate(() => console.error('The pool answered late.'));
    await wallet.during('eth_sendTransaction', decline, () => tester.failedSwap());
    await tester.page.keyboard.press('Alt+r');
    await tester.button('Send').waitFor();
    for (const name of names) await tester.panel.getByRole('switch', { name: `Send ${name}` }).uncheck();
    const { number } = await tester.send();
    numbers.push(number);
    const { report } = tester.lastBody('reports');
    assert.deepEqual(report.context.off.toSorted(), Object.values(PARTS).toSorted());
    for (const field of ['path', 'lines', 'environment']) assert.ok(!(field in report.context), `${field} was sent`);
    assert.ok(!('build' in report), 'the build was sent');
    const { context } = await contextOf(stage, number);
    assert.deepEqual(Object.keys(present(context)).toSorted(), ['calls', 'counts', 'off', 'quote'], JSON.stringify(context));
    await tester.button('Close').last().click();
  }
  return `#${numbers.join(' and #')} without ${Object.values(PARTS).join(', ')}`;
}

/** The tab of the widget is not over the main button, also on a phone. */
export async function tabIsBeside({ tester }) {
  const { page } = tester;
  const before = page.viewportSize();
  const boxOf = async name => (await page.getByRole('button', { name, exact: true }).boundingBox()) ?? assert.fail(`${name} is not shown`);
  const gaps = [];
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const [tab, swap] = [await boxOf('Report a problem'), await boxOf('Swap')];
    gaps.push(Math.round(tab.x - swap.x - swap.width));
  }
  await page.setViewportSize(before);
  assert.ok(Math.min(...gaps) >= 0, `the tab covers the button: ${gaps}`);
  return `${gaps.join(' and ')} px beside it`;
}
