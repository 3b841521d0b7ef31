// What a file of cases starts with: the SDK pointed at the server of its configuration, and `it`.
import { basename } from 'node:path';
import { test } from 'node:test';
import Parse from 'parse/node';
import { KEYS, optionsOf } from './configurations.mjs';
import { people } from './people.mjs';
import { mailbox } from './post-office.mjs';
import { rowMaker } from './rows.mjs';
import { wire } from './wire.mjs';

const TARGET = process.env.CONFORMANCE_TARGET;

export { fresh } from './names.mjs';
export const MASTER = { useMasterKey: true };

async function forgetCurrentUser() {
  Parse.User._clearCache();
  await Parse.Storage.removeItemAsync(Parse.Storage.generatePath('currentUser'));
}

/**
 * Declares a case. `differs` says why we decided against Parse Server's behaviour; such a case is
 * skipped, and counted as skipped, when Parse Server is the target.
 */
function it(sentence, ...rest) {
  const body = rest.pop();
  const { differs } = rest[0] ?? {};
  const skip = differs && TARGET === 'parse-server' ? `decided otherwise: ${differs}` : false;
  test(sentence, { skip, timeout: 30_000 }, async () => {
    try {
      await body();
    } finally {
      await forgetCurrentUser();
    }
  });
}

/** Connects the cases in folder `directory` to the server of the configuration it is named after. */
export function connect(directory) {
  const configuration = basename(directory);
  const servers = process.env.CONFORMANCE_SERVERS;
  if (!servers) throw new Error('cases run under conformance/run sdk, which starts their servers');
  const url = JSON.parse(servers)[configuration];
  const options = optionsOf(configuration);
  Parse.initialize(KEYS.appId, options.javascriptKey, KEYS.masterKey);
  Parse.serverURL = url;
  Parse.User.enableUnsafeCurrentUser();
  const send = wire(url);
  const mail = mailbox(process.env.CONFORMANCE_POST_COUNTER);
  return { ...mail, Parse, it, send, url, options, rows: rowMaker(Parse), ...people(Parse, send) };
}
