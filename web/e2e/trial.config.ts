import type { PlaywrightTestConfig } from '@playwright/test'
import base from '../playwright.config.ts'

export default {
  ...base,
  testDir: './trial',
  testMatch: 'tasks.ts',
  globalSetup: './fixtures/own-servers.ts',
  outputDir: '../test-results',
  reporter: [['list']],
  // Anyone who waits longer has given up.
  expect: { timeout: 8_000 },
  workers: 1,
  retries: 0,
  fullyParallel: false,
  projects: [
    { name: '1440', use: { viewport: { width: 1440, height: 900 } } },
    // A desk at 200 %.
    { name: '720', use: { viewport: { width: 720, height: 450 } } },
    { name: '390', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
} satisfies PlaywrightTestConfig
