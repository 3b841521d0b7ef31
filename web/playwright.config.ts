import { defineConfig } from '@playwright/test'
import chromium from '../conformance/harness/chromium.json' with { type: 'json' }
import { addressOf, SERVER_PORT } from './e2e/stage/names.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/stage/start.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  // Two cores, and often more at work on them than us.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./e2e/closing-line.ts']],
  use: {
    actionTimeout: 20_000,
    baseURL: addressOf(SERVER_PORT),
    browserName: 'chromium',
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: chromium.flags,
    },
  },
})
