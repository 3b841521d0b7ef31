// What the bundler made: which files a part of the app needs before it can run.
import { readFileSync } from 'node:fs'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

export const DIST = new URL('../dist/', import.meta.url)
/** The parts of the app, by the names the bundler gives them. */
export const ENTRY = 'index.html'
export const SDK = 'src/backend/parse-client.ts'
export const PAGE_QUERIES = 'src/app/page-queries.ts'
export const page = (route: string) => `src/app/routes/${route}.tsx?tsr-split=component`

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'))

/** All files that must be there before the chunks in `keys` run. */
export function filesOf(keys: string[], files = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk)
      throw new Error(`The build has no ${key}; its names have changed and what asks for it must follow.`)
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    for (const sheet of chunk.css ?? []) files.add(sheet)
    filesOf(chunk.imports ?? [], files)
  }
  return files
}
