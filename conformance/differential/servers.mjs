// Starts the servers under comparison, each on a database of its own.

import { launchWith, stopAll } from '../harness/launch.mjs';
import { openPostOffice } from '../harness/post-office.mjs';
import { configurations } from './configurations.mjs';

const TARGETS = { reference: 'parse-server', ours: 'touchstone' };
const MOUNT = '/parse';

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => stopAll().finally(() => process.exit(130)));
}

/** Starts `kind` ('reference' or 'ours') with the options of one configuration. */
export async function start(kind, name, configuration) {
  const { mail, ...options } = configurations[configuration];
  // Each server has a post office of its own, so that each is asked for its own mail.
  const post = mail && (await openPostOffice());
  const server = await launchWith(TARGETS[kind], `differential_${name}_${configuration}`, {
    options,
    cloud: true,
    post,
    settings: { MIXED_FLEET: 'true' },
  });
  return Object.assign(server, { name, mount: MOUNT, origin: new URL(server.url).origin, post: post?.counter });
}
