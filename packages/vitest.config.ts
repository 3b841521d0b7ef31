import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['test/*.test.ts', '*/test/**/*.test.ts'], restoreMocks: true, testTimeout: 120_000 },
})
