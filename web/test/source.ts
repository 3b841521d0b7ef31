import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

export interface SourceFile {
  /** Path from the root of the app, such as `src/ui/Button.tsx`. */
  path: string
  text: string
}

/** Every file of the app below `folder` whose name ends in one of `ends`. */
export function sources(folder: string, ends: string[]): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && ends.some(end => entry.name.endsWith(end)))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => !file.endsWith('routes.gen.ts'))
    .map(file => ({ path: relative(ROOT, file), text: readFileSync(file, 'utf8') }))
}

/** What a file imports, by the names it uses. */
export const importsIn = ({ text }: SourceFile): string[] =>
  [
    ...text.matchAll(/(?:^|\n)(?:import|export)\b[^'"`]*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g),
  ].map(match => (match[1] ?? match[2]) as string)
