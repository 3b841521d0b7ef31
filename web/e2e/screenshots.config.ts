import base from '../playwright.config.ts'

export default {
  ...base,
  testDir: '.',
  testMatch: 'screenshots.ts',
  globalSetup: './stage/start.ts',
  outputDir: '../test-results',
}
