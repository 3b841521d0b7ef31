import type { PlaywrightTestConfig } from '@playwright/test'
import base from '../playwright.config.ts'

export default {
  ...base,
  testDir: '.',
  testMatch: 'documentation.ts',
  globalSetup: './fixtures/documented.ts',
  outputDir: '../test-results',
  reporter: [['list'], ['./where.ts'], ['./closing-line.ts']],
} satisfies PlaywrightTestConfig
