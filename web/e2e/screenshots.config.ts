import type { PlaywrightTestConfig } from '@playwright/test'
import base from '../playwright.config.ts'

export default {
  ...base,
  testDir: '.',
  testMatch: 'screenshots.ts',
  globalSetup: './stage/start.ts',
  outputDir: '../test-results',
  reporter: [['list'], ['./closing-line.ts']],
} satisfies PlaywrightTestConfig
