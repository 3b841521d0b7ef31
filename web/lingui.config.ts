import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { adminFiles } from './build/admin-files.ts'
import { publicFiles, entryFiles } from './build/public-entry.ts'

const globs = (files: string[]) =>
  files
    .filter(file => /\.tsx?$/.test(file))
    // A glob would read the `$` of a route as something else.
    .map(file => `<rootDir>/${file.replaceAll('$', '\\$')}`)
const entry = globs(entryFiles())
const publicPages = globs(publicFiles())
const admin = globs(adminFiles())

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}/entry', include: entry },
    {
      path: '<rootDir>/src/locales/{locale}/public',
      include: publicPages.filter(file => !entry.includes(file)),
    },
    {
      path: '<rootDir>/src/locales/{locale}/member',
      include: ['<rootDir>/src'],
      exclude: [...publicPages, ...admin, '**/*.test.*', '**/styleguide/**', '**/styleguide.tsx'],
    },
    { path: '<rootDir>/src/locales/{locale}/admin', include: admin },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
})
