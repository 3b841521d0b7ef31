// What a create loses when its class is live: the same requests on two classes of one server, in turns.
import { overHttp } from '../measure.mjs';
import { median } from '../report.mjs';

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 1;
export const QUIET = 'BenchEntry';
export const LIVE = 'BenchLive';
const STRING = { type: 'String' };
const FIELDS = {
  title: STRING, category: STRING, score: { type: 'Number' }, publishedAt: { type: 'Date' }, draft: { type: 'Boolean' },
  author: { type: 'Pointer', targetClass: 'BenchAuthor' },
};
const WORKLOADS = { create: QUIET, create_live: LIVE };

async function round(server, session, database, workload, seconds) {
  await database.query(`truncate "${WORKLOADS[workload]}"`);
  await database.query('checkpoint');
  await overHttp(server, workload, [session], CONNECTIONS, WARM_UP_SECONDS);
  return overHttp(server, workload, [session], CONNECTIONS, seconds);
}

export async function measureCreate(server, database, { rounds, seconds }) {
  await server.must('POST', 'schemas/BenchAuthor', { className: 'BenchAuthor', fields: { name: STRING } }, { master: true });
  for (const className of [QUIET, LIVE]) {
    const indexes = { [`by${className}Category`]: { category: 1, publishedAt: 1 } };
    await server.must('POST', `schemas/${className}`, { className, fields: FIELDS, indexes }, { master: true });
  }
  const { sessionToken } = await server.must('POST', 'users', { username: 'bench', password: 'bench password' });
  const results = { create: [], create_live: [] };
  for (let at = 0; at < rounds; at += 1) {
    const order = at % 2 === 0 ? ['create', 'create_live'] : ['create_live', 'create'];
    for (const workload of order) {
      const measured = await round(server, sessionToken, database, workload, seconds);
      results[workload].push(measured);
      console.log(`${workload.padEnd(12)} ${Math.round(measured.rps)}/s  p99 ${measured.p99.toFixed(1)} ms  ${measured.cpuUs.toFixed(0)} us CPU`);
    }
  }
  const of = (workload, figure) => median(results[workload].map(one => one[figure]));
  const [quiet, live] = [of('create', 'rps'), of('create_live', 'rps')];
  return {
    create_rps: Math.round(quiet),
    create_live_rps: Math.round(live),
    loss: Number((1 - live / quiet).toFixed(3)),
    create_cpu_us: Number(of('create', 'cpuUs').toFixed(1)),
    create_live_cpu_us: Number(of('create_live', 'cpuUs').toFixed(1)),
    create_p99_ms: Number(of('create', 'p99').toFixed(1)),
    create_live_p99_ms: Number(of('create_live', 'p99').toFixed(1)),
  };
}
