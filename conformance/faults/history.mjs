// Finds what a history of appends and reads contradicts: lost and doubled numbers, reads that saw what never was, cycles.

/** Which transactions are in a cycle, by Tarjan's way; `edges` leads from each to those that come after it. */
function cycles(edges) {
  const [index, low, onStack, stack, found] = [new Map(), new Map(), new Set(), [], []];
  for (const root of edges.keys()) {
    if (index.has(root)) continue;
    const work = [[root, [...(edges.get(root) ?? [])]]];
    const enter = node => {
      index.set(node, index.size);
      low.set(node, index.get(node));
      stack.push(node);
      onStack.add(node);
    };
    enter(root);
    while (work.length > 0) {
      const [node, rest] = work.at(-1);
      const next = rest.pop();
      if (next === undefined) {
        work.pop();
        if (work.length > 0) low.set(work.at(-1)[0], Math.min(low.get(work.at(-1)[0]), low.get(node)));
        if (low.get(node) === index.get(node)) {
          const members = stack.splice(stack.indexOf(node));
          for (const member of members) onStack.delete(member);
          if (members.length > 1) found.push(members);
        }
      } else if (!index.has(next)) {
        enter(next);
        work.push([next, [...(edges.get(next) ?? [])]]);
      } else if (onStack.has(next)) low.set(node, Math.min(low.get(node), index.get(next)));
    }
  }
  return found;
}

/**
 * `final` are the lists as they are in the end, by name. An append is `{ lists, values, outcome }`, where values[i] went
 * to lists[i] in one transaction; a read is `{ list, values }`.
 */
export function anomalies(final, appends, reads) {
  const problems = [];
  let [lost, duplicated, unknown, unknownDone] = [0, 0, 0, 0];
  const writer = new Map();
  for (const append of appends) {
    const there = append.values.map((value, index) => (final.get(append.lists[index]) ?? []).filter(one => one === value).length);
    for (const value of append.values) writer.set(value, append);
    if (append.outcome === 'acknowledged' && there.includes(0)) lost += 1;
    if (there.some(count => count > 1) || (append.outcome === 'refused' && there.some(count => count > 0))) duplicated += 1;
    if (new Set(there.map(count => count > 0)).size > 1) problems.push(`half of a transaction is there: ${append.values}`);
    if (append.outcome === 'unknown') {
      unknown += 1;
      if (there[0] > 0) unknownDone += 1;
    }
  }
  for (const values of final.values()) for (const value of values) if (!writer.has(value)) problems.push(`${value} was never written`);
  for (const { list, values } of reads) {
    const whole = final.get(list);
    if (values.some((value, index) => value !== whole[index])) problems.push(`a read of ${list} is no beginning of the list: …${values.slice(-3)}`);
  }
  const edges = new Map(appends.map(append => [append, new Set()]));
  for (const values of final.values()) {
    for (let place = 1; place < values.length; place += 1) {
      const [before, after] = [writer.get(values[place - 1]), writer.get(values[place])];
      if (before && after && before !== after) edges.get(before).add(after);
    }
  }
  for (const members of cycles(edges)) problems.push(`transactions come before each other: ${members.map(({ values }) => values.join('+')).join(', ')}`);
  const appended = [...final.values()].reduce((sum, values) => sum + values.length, 0);
  return { lost, duplicated, problems, counts: { appended, unknown, unknownDone, edges: [...edges.values()].reduce((sum, set) => sum + set.size, 0) } };
}
