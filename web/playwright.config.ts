import { defineConfig } from '@playwright/test'
import chromium from '../conformance/harness/chromium.json' with { type: 'json' }
import { addressOf, SERVER_PORT } from './e2e/fixtures/names.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/fixtures/start.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 180_000,
  // A case that passes at its second try is counted as flaky, and the gate fails when there are more than two of them.
  retries: 1,
  // How long a state is waited for: two cores, and often more at work on them than us.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./e2e/closing-line.ts']],
  use: {
    actionTimeout: 30_000,
    baseURL: addressOf(SERVER_PORT),
    browserName: 'chromium',
    colorScheme: 'dark',
    // Nothing is judged half-way, and no frame is drawn only for show.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    // Recording everything costs half as much again: ask for it with `--trace on` where it is needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? chromium.program,
      args: chromium.flags,
    },
  },
})
