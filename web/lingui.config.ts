import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { doorFiles } from './build/door.ts'

const door = doorFiles()
  .filter(file => /\.tsx?$/.test(file))
  // A glob would read the `$` of a route as something else.
  .map(file => `<rootDir>/${file.replaceAll('$', '\\$')}`)

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    { path: '<rootDir>/src/words/{locale}/door', include: door },
    {
      path: '<rootDir>/src/words/{locale}/house',
      include: ['<rootDir>/src'],
      exclude: [...door, '**/*.test.*', '**/styleguide/**', '**/styleguide.tsx'],
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
})
