// The door is what a visitor needs before signing in. Everything it shows, in words and in style, must come with the
// first load; everything else must not.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')
const ROUTES = join(SRC, 'app/routes')

const isDoorRoute = (name: string) =>
  name.endsWith('.tsx') && !name.startsWith('_member') && !name.startsWith('styleguide')

/** The files that `file` imports at once; what it imports on demand is not the door's. */
export function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const names = [...text.matchAll(/^(?:import|export)(?! type)\b[^'"`]*?['"]#\/([^'"]+)['"]/gm)].map(
    match => match[1] as string,
  )
  return names.flatMap(name =>
    ['', '.ts', '.tsx']
      .map(end => join(SRC, name + end))
      .filter(path => /\.\w+$/.test(path) && existsSync(path)),
  )
}

/** All files of the door, as paths from the root of the app. */
export function doorFiles(): string[] {
  const routes = readdirSync(ROUTES).filter(isDoorRoute)
  const waiting = [join(SRC, 'main.tsx'), ...routes.map(name => join(ROUTES, name))]
  const found = new Set<string>()
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    // The list of routes names all of them, and loads each on demand.
    if (found.has(file) || file.endsWith('routes.gen.ts')) continue
    found.add(file)
    if (/\.tsx?$/.test(file)) waiting.push(...importsOf(file))
  }
  return [...found].map(file => relative(ROOT, file)).toSorted()
}

/** Tells Tailwind which files the style sheet of the door is for. */
export function doorStyles(): Plugin {
  return {
    name: 'door-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/src/ui/door.css')) return null
      const sources = doorFiles().map(file => `@source "${join(ROOT, file)}";`)
      return { code: `${code}\n${sources.join('\n')}\n`, map: null }
    },
  }
}
