// Judges a pair of normalised answers: equal, listed, or unexplained.

import { isDeepStrictEqual } from 'node:util';

const PARTS = ['status', 'headers', 'body'];

/**
 * A listed difference states both answers, as far as they differ: a part it does not name must be
 * equal. So an entry whose difference has vanished, or has become another one, is a failure.
 */
export function judge(reference, ours, entry, rules = []) {
  if (reference.status === 'no answer' || ours.status === 'no answer') {
    return { verdict: 'unexplained', because: 'a server did not answer' };
  }
  const differing = PARTS.filter(part => !isDeepStrictEqual(reference[part], ours[part]));
  if (!entry) {
    if (differing.length === 0) return { verdict: 'equal' };
    const rule = rules.find(({ explains }) => explains(reference, ours));
    return rule ? { verdict: 'listed', rule } : { verdict: 'unexplained' };
  }
  if (differing.length === 0) {
    return { verdict: 'unexplained', because: 'the listed difference has vanished' };
  }
  const drifted = PARTS.filter(part => {
    const named = part in entry.parseServer || part in entry.ours;
    return named
      ? !meets(part, entry.parseServer, reference) || !meets(part, entry.ours, ours)
      : differing.includes(part);
  });
  return drifted.length === 0
    ? { verdict: 'listed' }
    : { verdict: 'unexplained', because: `not the difference that is listed: ${drifted.join(', ')}` };
}

function meets(part, expected, answer) {
  if (part !== 'headers') return isDeepStrictEqual(expected[part], answer[part]);
  return Object.entries(expected.headers ?? {}).every(
    ([name, value]) => (answer.headers[name] ?? null) === value
  );
}

/** The parts of two answers that differ, in the form an entry of the list has. */
export function difference(reference, ours) {
  const [parseServer, mine] = [{}, {}];
  for (const part of PARTS) {
    if (isDeepStrictEqual(reference[part], ours[part])) continue;
    if (part !== 'headers') {
      parseServer[part] = reference[part];
      mine[part] = ours[part];
      continue;
    }
    parseServer.headers = {};
    mine.headers = {};
    for (const name of new Set([...Object.keys(reference.headers), ...Object.keys(ours.headers)])) {
      if (reference.headers[name] === ours.headers[name]) continue;
      parseServer.headers[name] = reference.headers[name] ?? null;
      mine.headers[name] = ours.headers[name] ?? null;
    }
  }
  return { parseServer, ours: mine };
}

/** Two answers as one text with `-` before what only Parse Server says and `+` before what only we say. */
export function diff(reference, ours) {
  const apart = difference(reference, ours);
  const shown = ({ status, body }, { headers }) => [
    `status: ${status}`,
    ...lines('headers', headers),
    ...lines('body', body),
  ];
  return lineDiff(shown(reference, apart.parseServer), shown(ours, apart.ours));
}

const lines = (part, value) =>
  value === undefined ? [] : `${part}: ${JSON.stringify(value, null, 2)}`.split('\n');

function lineDiff(left, right) {
  const length = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      length[i][j] =
        left[i] === right[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    }
  }
  const out = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      out.push(`  ${left[i]}`);
      i++;
      j++;
    } else if (j >= right.length || (i < left.length && length[i + 1][j] >= length[i][j + 1])) {
      out.push(`- ${left[i++]}`);
    } else {
      out.push(`+ ${right[j++]}`);
    }
  }
  return out;
}
