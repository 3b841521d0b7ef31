// The server is killed while it tells people, again and again: nothing may be lost, and duplicates are counted.
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../harness/expectations.mjs';

/** The services that cannot tell a message they were sent again from a new one. */
export const WITHOUT_KEY = ['mail', 'telegram', 'team', 'slack'];

const EVENTS = 6;

/** Connections to the database that are not ours. */
const OTHERS = `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name <> 'notify' and backend_type = 'client backend'`;

/** Commands that tell several people on every channel, each about an issue of its own. */
async function burst(scene, numbers) {
  return Promise.all(
    numbers.map(async (number, index) => {
      const asked = index % 2 === 0;
      const name = asked ? 'issueAskInfo' : 'issueAccept';
      const params = asked ? { number, question: 'Which wallet was connected when it happened?' } : { number, severity: 'S2', quality: 'B' };
      // One that got no answer is asked for again with the same id, as a client does: it is done once.
      const requestId = crypto.randomUUID();
      const ask = () =>
        scene.stage.node.send('POST', `/functions/${name}`, { token: scene.cast.mia.token, body: params, headers: { 'X-Parse-Request-Id': requestId } }).catch(() => undefined);
      const answer = await ask();
      return { number, asked, isDone: answer?.status === 200, again: ask };
    })
  );
}

/** Kills the node as soon as so many messages have gone out since the mark. */
async function killedAfter(scene, arrivals, mark, enough) {
  const deadline = Date.now() + 10_000;
  while (scene.stage.services.since(mark.outside).length < enough && Date.now() < deadline) await pause(1);
  await scene.stage.nodes[0].kill();
}

/** One kill in the middle; gives what each issue's people were to get and what they got. */
export async function killed(scene, arrivals, numbers, expectedOf) {
  const { stage } = scene;
  const mark = await arrivals.mark();
  const enough = Math.floor(Math.random() * EVENTS * 4);
  const [commands] = await Promise.all([burst(scene, numbers), killedAfter(scene, arrivals, mark, enough)]);
  // What it had asked the database for may still be done there, after its death.
  await eventually(async () => (await stage.sql(OTHERS))[0].count === 0, 'the connections of the dead node end');
  // Whatever the dead node held is free at once: the time that others would wait is not what is tried here.
  for (const table of ['delivery', 'webhook_delivery']) await stage.sql(`update _touchstone.${table} set lease_until = now() where state = 'sending'`);
  await stage.nodes[0].start();
  for (const command of commands.filter(({ isDone }) => !isDone)) await command.again();
  await arrivals.idle(60_000);
  const seen = await arrivals.since(mark);
  return { commands, seen, expected: commands.flatMap(command => expectedOf(command)) };
}
