// The files of the icons that sources import by name: the library renames some and keeps the old names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const LIBRARY = 'node_modules/lucide-react/dist/esm'

/** As paths from the root of the app. */
export function iconsOf(files: string[]): string[] {
  const wanted = new Set(files.flatMap(file => namesIn(readFileSync(join(ROOT, file), 'utf8'))))
  const index = readFileSync(join(ROOT, LIBRARY, 'lucide-react.mjs'), 'utf8')
  return [...index.matchAll(/^export \{([^}]*)\} from '\.\/(icons\/[^']+)'/gm)]
    .filter(([, names = '']) => [...names.matchAll(/ as (\w+)/g)].some(([, name = '']) => wanted.has(name)))
    .map(([, , file = '']) => join(LIBRARY, file))
}

const namesIn = (source: string): string[] =>
  /import \{([^}]*)\} from 'lucide-react'/.exec(source)?.[1]?.match(/\w+/g) ?? []
