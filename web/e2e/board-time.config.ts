import type { PlaywrightTestConfig } from '@playwright/test'
import base from '../playwright.config.ts'

export default {
  ...base,
  testDir: '.',
  testMatch: 'board-time.ts',
  globalSetup: './fixtures/own-servers.ts',
  outputDir: '../test-results',
  reporter: [['list']],
  // One after the other, and nothing a second time: the figures are the result.
  workers: 1,
  retries: 0,
  fullyParallel: false,
} satisfies PlaywrightTestConfig
