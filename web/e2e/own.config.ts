import base from '../playwright.config.ts'
export default { ...base, testDir: '.', outputDir: '../test-results', retries: 0, workers: 1, reporter: [['list']], globalSetup: './fixtures/own-servers.ts' }
