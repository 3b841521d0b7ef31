// The files that only administrators reach: their messages are a catalogue of their own, which testers do not fetch.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { demandedBy, importsOf } from './public-entry.ts'

const ROOT = join(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')
const ROUTES = join(SRC, 'app/routes')

/** Where a way ends for everyone else. */
const DOORS = new Set([
  ...readdirSync(ROUTES)
    .filter(name => /^_member\.(admin|review|issues\.triage)/.test(name))
    .map(name => join(ROUTES, name)),
  join(SRC, 'features/dashboard/AdminDashboard.tsx'),
  join(SRC, 'features/unreported/UnreportedScreen.tsx'),
  join(SRC, 'features/issues/page/admin/parts.ts'),
  join(SRC, 'features/issues/page/admin/DecisionDialogs.tsx'),
  join(SRC, 'features/trackers/TrackerPanel.tsx'),
])

const isOurs = (path: string) =>
  /\.tsx?$/.test(path) && !/\.test\.|[/\\](styleguide|locales)[/\\]|routes\.gen/.test(path)

/** As paths from the root of the app. */
export function adminFiles(): string[] {
  const everyone = new Set<string>()
  const waiting = [join(SRC, 'main.tsx'), ...readdirSync(ROUTES).map(name => join(ROUTES, name))]
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (everyone.has(file) || DOORS.has(file) || !isOurs(file)) continue
    everyone.add(file)
    waiting.push(...importsOf(file), ...demandedBy(file))
  }
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map(name => join(SRC, name))
    .filter(file => isOurs(file) && !everyone.has(file))
    .map(file => relative(ROOT, file))
    .toSorted()
}
