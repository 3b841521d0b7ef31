// What is measured, with how many sockets, and what a good figure is.
export const SIDES = ['ours', 'parse_server'];

/** What Parse Server is given is what it can do: its figures go by the message, or by its own number of sockets. */
export const SCENARIOS = [
  {
    name: 'one query',
    ours: { sockets: 10_000, writes: 60, rate: 1 },
    parse_server: { sockets: 4_000, writes: 60, rate: 1 },
    at_most: { p50_ms: 90, p99_ms: 200, cpu_us_per_message: 11, kb_per_socket: 10 },
  },
  {
    name: 'many queries',
    ours: { sockets: 10_000, queries: 1_000, writes: 12_000, rate: 200 },
    parse_server: { sockets: 4_000, queries: 400, writes: 6_000, rate: 200 },
    at_most: { p99_ms: 60, core_share: 0.15 },
  },
  {
    name: 'stalled readers',
    // So many that a reader who stalls is full before it is missed for not answering pings.
    ours: { sockets: 10_000, stalled: 100, writes: 60, rate: 2, objects: 10 },
    at_most: { stalled_kept: 0, p99_ms: 200 },
  },
  {
    name: 'ten events in a look',
    ours: { sockets: 10_000, writes: 30, rate: 1, objects: 10 },
    at_most: { cpu_us_per_message: 3 },
  },
];

const QUICK = { sockets: 500, seconds: 5 };

/** The same with few sockets and for seconds: whether it works, not how well. */
export function quick(scenario) {
  const smaller = side => {
    const { sockets, queries = 1, rate, stalled = 0 } = side;
    const share = QUICK.sockets / sockets;
    return {
      ...side,
      sockets: QUICK.sockets,
      queries: Math.max(1, Math.round(queries * share)),
      stalled: Math.round(stalled * share),
      // A reader who stalls must be sent more than is kept for it.
      writes: stalled > 0 ? side.writes : Math.max(3, Math.round(rate * QUICK.seconds)),
      rate: stalled > 0 ? 20 : rate,
    };
  };
  const sides = SIDES.filter(side => scenario[side]).map(side => [side, smaller(scenario[side])]);
  return { ...scenario, ...Object.fromEntries(sides) };
}
