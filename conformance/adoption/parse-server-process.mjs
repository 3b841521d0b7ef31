// One Parse Server in a process of its own, so that it can be stopped for good.
// Takes its options as JSON in the first argument; tells its parent when it listens.
import parseServer from 'parse-server';
import { authAdapters } from '../cloud/auth.mjs';

const options = JSON.parse(process.argv[2]);

await parseServer.ParseServer.startApp({
  ...options,
  auth: authAdapters,
  silent: true,
  verbose: false,
  logsFolder: null,
});
process.send('listening');

// The parent asks by disconnecting, so that no server outlives a killed run.
process.on('disconnect', () => process.exit(0));
