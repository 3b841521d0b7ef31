import base from '../playwright.config.ts'
export default { ...base, testDir: '.', retries: 0, workers: 1, globalSetup: './fixtures/own-servers.ts' }
