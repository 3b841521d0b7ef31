// One Parse Server in a process of its own. Takes its options as JSON in the first argument.
import { createRequire } from 'node:module';

const packages = createRequire(new URL('../conformance/package.json', import.meta.url));
const { ParseServer } = packages('parse-server');

await ParseServer.startApp({ ...JSON.parse(process.argv[2]), silent: true, verbose: false, logsFolder: null });

// The parent asks by disconnecting, so that no server outlives a killed run.
process.on('disconnect', () => process.exit(0));
