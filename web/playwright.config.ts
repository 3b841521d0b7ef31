import { execSync } from 'node:child_process'
import { defineConfig } from '@playwright/test'
import { FRONT_PORT } from './e2e/stage/names.ts'

const chromium = process.env['CHROMIUM'] ?? execSync('command -v chromium').toString().trim()

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/stage/start.ts',
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  // Two cores, and often more at work on them than us.
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${FRONT_PORT}`,
    browserName: 'chromium',
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
