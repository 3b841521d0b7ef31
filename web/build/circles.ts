// Fails the build when its files import each other in a circle: which of them runs first is then a matter of luck, and the
// other finds functions that are not there yet.
import { readFileSync } from 'node:fs'

interface Chunk {
  imports?: string[]
}

/** The first circle among chunks, as the names along it; empty if there is none. */
export function circleIn(chunks: Record<string, Chunk>): string[] {
  const done = new Set<string>()
  const walk = (name: string, path: string[]): string[] => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return []
    for (const next of chunks[name]?.imports ?? []) {
      const circle = walk(next, [...path, name])
      if (circle.length > 0) return circle
    }
    done.add(name)
    return []
  }
  for (const name of Object.keys(chunks)) {
    const circle = walk(name, [])
    if (circle.length > 0) return circle
  }
  return []
}

if (import.meta.main) {
  const manifest = new URL('../dist/.vite/manifest.json', import.meta.url)
  const circle = circleIn(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>)
  if (circle.length > 0) {
    console.log(`files of the build import each other in a circle: ${circle.join(' → ')}`)
    process.exitCode = 1
  }
}
