// Whether an explanation is the one that the design asks for, and what decided it.

/** The error or the text that decided: the innermost name, the text, or the message. */
export function decidedBy({ revert, rpc, failureClass, compare }) {
  const names = (revert?.frames ?? []).map(({ name }) => name).filter(name => name && name !== 'Error');
  const innermost = revert?.frames?.at(-1);
  if (revert?.text && innermost?.name !== names.at(-1)) return revert.text;
  if (names.length) return names.at(-1);
  if (revert?.text) return revert.text;
  if (revert) return innermost?.selector ?? 'no data';
  if (rpc) return rpc.code === null ? 'its words' : `code ${rpc.code}`;
  return failureClass && compare ? 'the quote' : undefined;
}

/** Sentences about what differs; none if nothing does. */
export function differences(expect, seen, world) {
  const wrong = [];
  const check = (what, wanted, is) => {
    if (wanted !== undefined && wanted !== is) wrong.push(`${what} is ${is}, not ${wanted}`);
  };
  check('the status', expect.status, seen.chainStatus);
  check('the class', expect.class, seen.failureClass);
  check('the verdict', expect.verdict, seen.verdict);
  check('the confidence', expect.confidence, seen.confidence);
  check('the design of the pools', expect.design, seen.swap?.hops?.[0]?.design);
  check('the number of pools', expect.hops, seen.swap?.hops?.length);
  check('the exact side', expect.exact, seen.swap?.exact);
  check('executed against quoted', expect.executedVsQuoteBps, seen.compare?.executedVsQuoteBps);
  if (expect.actor && !seen.actors?.includes(world.at[expect.actor])) wrong.push(`${expect.actor} is no actor`);
  const frames = seen.revert?.frames ?? [];
  const says = [seen.revert?.text, ...frames.map(({ name }) => name)].filter(Boolean);
  if (expect.decided) check('whether it was read', true, says.includes(expect.decided));
  if (expect.tells) {
    const told = frames.at(-1)?.args?.map(({ value }) => value) ?? [];
    check('whether the error tells the amount', true, told.includes(expect.tells));
  }
  if (expect.path) {
    // What passes through a contract unchanged stands once for each contract.
    const path = frames.map(({ name }) => name).filter((name, at, all) => name !== all[at - 1]);
    check('the path', expect.path.join(' > '), path.join(' > '));
  }
  if (expect.status === 'success' && expect.design) {
    const { amountIn, amountOut } = seen.swap ?? {};
    if (!amountIn || !amountOut) wrong.push(`what was swapped is not told: ${amountIn} for ${amountOut}`);
  }
  if (expect.hides && JSON.stringify({ ...seen, kase: undefined }).includes(expect.hides)) wrong.push('a secret stayed in it');
  if (expect.advises && !seen.advice?.includes(expect.advises)) wrong.push(`the advice is: ${seen.advice}`);
  if (expect.class && !seen.fingerprint) wrong.push('it has no fingerprint');
  if (expect.class && !seen.sentence) wrong.push('it has no sentence');
  return wrong;
}

/** Sentences about what differs in the answer to what would have worked. */
export function otherAnswers(would, { wouldHave }) {
  if (would === undefined) return [];
  if (would === null) return wouldHave ? [`an answer was given: ${JSON.stringify(wouldHave)}`] : [];
  if (!wouldHave) return ['no answer was given'];
  const { says, ...values } = would;
  const wrong = Object.entries(values)
    .filter(([key, wanted]) => (wanted ?? null) !== (wouldHave[key] ?? null))
    .map(([key, wanted]) => `${key} would have been ${wouldHave[key]}, not ${wanted}`);
  if (says && !wouldHave.sentence?.includes(says)) wrong.push(`it says: ${wouldHave.sentence}`);
  return wrong;
}
