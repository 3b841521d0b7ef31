import type { PlaywrightTestConfig } from '@playwright/test'
import base from '../playwright.config.ts'

const { globalSetup: _, ...withoutServers } = base

export default {
  ...withoutServers,
  testDir: '.',
  testMatch: 'letters.ts',
  outputDir: '../test-results',
  reporter: [['list'], ['./where.ts'], ['./closing-line.ts']],
} satisfies PlaywrightTestConfig
