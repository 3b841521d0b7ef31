// Public pages are what a visitor needs before signing in. Everything they show, messages and styles, must come with the
// first load; everything else must not.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')
const ROUTES = join(SRC, 'app/routes')

// Setting up comes before signing in and happens once, and legal pages are read on their own: other pages should not carry
// them.
const isPublicRoute = (name: string) =>
  name.endsWith('.tsx') && !/^(_member|setup|legal|styleguide)/.test(name)

/** The files that `file` imports at once; what it imports on demand does not count. */
export function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return resolved(text.matchAll(/^(?:import|export)(?! type)\b[^'"`]*?['"]#\/([^'"]+)['"]/gm))
}

/** The files that `file` imports on demand. */
export const demandedBy = (file: string): string[] =>
  resolved(readFileSync(file, 'utf8').matchAll(/\bimport\(\s*['"]#\/([^'"]+)['"]/g))

const resolved = (names: Iterable<RegExpMatchArray>): string[] =>
  [...names].flatMap(([, name]) =>
    ['', '.ts', '.tsx']
      .map(end => join(SRC, `${name}${end}`))
      .filter(path => /\.\w+$/.test(path) && existsSync(path)),
  )

/** All files of the public pages, as paths from the root of the app. */
export const publicFiles = (): string[] => filesBehind(readdirSync(ROUTES).filter(isPublicRoute))

/** Those of them that every visitor needs, whatever the first page is: the frame, and the sign-in page. */
export const entryFiles = (): string[] => filesBehind(['__root.tsx', 'login.tsx'])

/** What comes before every page behind the sign-in. */
export const shellFiles = (): string[] => filesBehind(['_member.tsx'], ['app/page-queries.ts'])

/** What the page of an issue needs at once, which most members open. */
export const issueFiles = (): string[] => filesBehind(['_member.issues.$number.tsx'])

function filesBehind(routes: string[], others: string[] = []): string[] {
  const waiting = [
    join(SRC, 'main.tsx'),
    ...routes.map(name => join(ROUTES, name)),
    ...others.map(name => join(SRC, name)),
  ]
  const found = new Set<string>()
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    // The list of routes names all of them, and loads each on demand.
    if (found.has(file) || file.endsWith('routes.gen.ts')) continue
    found.add(file)
    if (/\.tsx?$/.test(file)) waiting.push(...importsOf(file))
  }
  return [...found].map(file => relative(ROOT, file)).toSorted()
}

/** Tells Tailwind which files the style sheet of public pages is for. */
export function publicStyles(): Plugin {
  return {
    name: 'public-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/src/ui/public.css')) return null
      const sources = publicFiles().map(file => `@source "${join(ROOT, file)}";`)
      return { code: `${code}\n${sources.join('\n')}\n`, map: null }
    },
  }
}
