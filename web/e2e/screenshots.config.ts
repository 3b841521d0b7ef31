import type { PlaywrightTestConfig } from '@playwright/test'
import base from '../playwright.config.ts'

export default {
  ...base,
  testDir: '.',
  testMatch: 'screenshots*.ts',
  globalSetup: './fixtures/pictures.ts',
  outputDir: '../test-results',
  reporter: [['list'], ['./where.ts'], ['./closing-line.ts']],
} satisfies PlaywrightTestConfig
