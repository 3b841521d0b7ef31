import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { doorFiles, entryFiles } from './build/door.ts'

const globs = (files: string[]) =>
  files
    .filter(file => /\.tsx?$/.test(file))
    // A glob would read the `$` of a route as something else.
    .map(file => `<rootDir>/${file.replaceAll('$', '\\$')}`)
const entry = globs(entryFiles())
const door = globs(doorFiles())

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    { path: '<rootDir>/src/words/{locale}/entry', include: entry },
    { path: '<rootDir>/src/words/{locale}/door', include: door.filter(file => !entry.includes(file)) },
    {
      path: '<rootDir>/src/words/{locale}/house',
      include: ['<rootDir>/src'],
      exclude: [...door, '**/*.test.*', '**/styleguide/**', '**/styleguide.tsx'],
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
})
