// From measurements to the lines and the file that people read.
import { writeFileSync } from 'node:fs';

const KEPT = new URL('../live.json', import.meta.url);

const rounded = (value, digits = 1) => (value === undefined || value === null ? undefined : Number(value.toFixed(digits)));

/** What one side made of a scenario. */
export function figures({ scenario, told, ended, openSeconds, idle, used, kbPerSocket, kbPerSocketAfter }) {
  return {
    sockets: scenario.sockets,
    queries: scenario.queries ?? 1,
    writes_per_second: rounded(scenario.writes / used.elapsed),
    p50_ms: rounded(told.last.p50_ms),
    p99_ms: rounded(told.last.p99_ms),
    p99_from_sending_ms: rounded(told.last_from_sending.p99_ms),
    message_p50_ms: rounded(told.message.p50_ms),
    message_p99_ms: rounded(told.message.p99_ms),
    answer_p50_ms: rounded(told.answer.p50_ms),
    answer_p99_ms: rounded(told.answer.p99_ms),
    messages: told.received,
    messages_expected: told.expected,
    cpu_us_per_message: rounded((used.server * 1e6) / told.received, 2),
    core_share: rounded(used.server / used.elapsed, 3),
    idle_core_share: rounded(idle.server / idle.elapsed, 3),
    kb_per_socket: rounded(kbPerSocket, 2),
    kb_per_socket_after: rounded(kbPerSocketAfter, 2),
    postgres_us_per_write: rounded((used.database * 1e6) / scenario.writes, 0),
    postgres_core_share: rounded(used.database / used.elapsed, 3),
    client_us_per_message: rounded((used.load * 1e6) / told.received, 2),
    open_seconds: rounded(openSeconds),
    ...(ended && {
      stalled: scenario.stalled,
      stalled_kept: scenario.stalled - ended.ended,
      stalled_ended_after_s: [rounded(ended.first), rounded(ended.last)],
      stalled_told: told.closed_politely,
    }),
  };
}

/** How many times ours the other's figures are. */
export function ratios(ours, theirs) {
  const compared = ['p50_ms', 'p99_ms', 'cpu_us_per_message', 'core_share', 'kb_per_socket'];
  return Object.fromEntries(compared.map(name => [name, rounded(theirs[name] / ours[name])]));
}

export function line(side, figures) {
  return [
    side.padEnd(13),
    `${String(figures.sockets).padStart(6)} sockets`,
    `last p50 ${figures.p50_ms} p99 ${figures.p99_ms} ms`,
    `message p50 ${figures.message_p50_ms} p99 ${figures.message_p99_ms} ms`,
    `${figures.messages} of ${figures.messages_expected} messages`,
    `${figures.cpu_us_per_message} us CPU a message`,
    `${(figures.core_share * 100).toFixed(1)} % of a core (idle ${(figures.idle_core_share * 100).toFixed(1)} %)`,
    `${figures.kb_per_socket} KB a socket (after ${figures.kb_per_socket_after})`,
    `PostgreSQL ${figures.postgres_us_per_write} us a write`,
    `client ${figures.client_us_per_message} us`,
    ...(figures.stalled ? [`${figures.stalled_kept} of ${figures.stalled} stalled kept, ended after ${figures.stalled_ended_after_s} s`] : []),
  ].join('  ');
}

/** Compares with what is a good figure, prints each, and answers how many were missed. */
export function judge(name, figures, atMost) {
  const missed = Object.entries(atMost).filter(([figure, most]) => {
    const isMet = figures[figure] <= most;
    console.log(`${isMet ? 'met   ' : 'MISSED'}  ${name.padEnd(22)} ${figure.padEnd(20)} ${figures[figure]} (at most ${most})`);
    return !isMet;
  });
  return missed.length;
}

const MANY = 100_000;

/** What so many subscribers of one query would take, over nodes with as many sockets as were measured. */
export function overNodes({ sockets, p50_ms, p99_ms, cpu_us_per_message, idle_core_share, kb_per_socket }) {
  const nodes = Math.ceil(MANY / sockets);
  const share = (sockets * cpu_us_per_message) / 1e6;
  return [
    `${MANY} subscribers on ${nodes} nodes: a write costs each node ${(share * 1000).toFixed(0)} ms of CPU, all together ${(share * nodes).toFixed(1)} s`,
    `the last socket has it after ${p50_ms} ms (p50) and ${p99_ms} ms (p99), as nodes do not wait for each other`,
    `memory ${((MANY * kb_per_socket) / 1e6).toFixed(2)} GB in all; pings take ${(idle_core_share * 100).toFixed(1)} % of a core on each node`,
  ];
}

export function save(entries) {
  writeFileSync(KEPT, `[\n${entries.map(entry => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`);
}
