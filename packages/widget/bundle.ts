// Makes the files for a script tag: the start, and the parts that it imports later.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** The part of rolldown that is used. */
type Rolldown = (options: never) => Promise<{
  generate(options: never): Promise<{ output: readonly [{ code: string }, ...unknown[]] }>
  close(): Promise<void>
}>

interface Bundle {
  input: string
  format: 'esm' | 'iife'
  define?: Record<string, string>
}

/** What `v1.json` says: the version, and the address of its start, relative to the file, with its hash. */
export interface Release {
  version: string
  start: string
  integrity: string
}

const integrityOf = (code: string, algorithm: 'sha256' | 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(code).digest('base64')}`

/**
 * Writes the files into a folder: those of this version, in a folder named after their content, which never change; and
 * `v1.js`, which starts the newest version. The caller brings the bundler, because the web app has its own.
 */
export async function writeTag(rolldown: Rolldown, folder: string): Promise<Release> {
  /** The code of one file without imports. */
  async function bundle({ input, format, define = {} }: Bundle): Promise<string> {
    const made = await rolldown({
      cwd: path('.'),
      input: path(input),
      resolve: { alias: { '@touchstone/recorder': path('../recorder/src/index.ts') } },
      transform: { target: 'es2022', define },
    } as never)
    const { output } = await made.generate({ format, minify: true, codeSplitting: false } as never)
    await made.close()
    return output[0].code
  }

  const surface = await bundle({ input: 'src/surface.ts', format: 'esm' })
  const panel = await bundle({ input: 'src/panel/index.ts', format: 'esm' })
  const picture = await bundle({ input: 'src/picture/index.ts', format: 'esm' })
  /** The start that finds its parts below an address. It runs them only with the content that they have here. */
  const startIn = (below: string): Promise<string> => {
    const part = (name: string, code: string): string =>
      JSON.stringify([`${below}${name}`, integrityOf(code, 'sha256')])
    const define = {
      SURFACE_PART: part('surface.js', surface),
      PANEL_PART: part('panel.js', panel),
      PICTURE_PART: part('picture.js', picture),
    }
    return bundle({ input: 'src/tag.ts', format: 'iife', define })
  }

  const start = await startIn('')
  const { version } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as { version: string }
  const content = createHash('sha256')
    .update([start, surface, panel, picture].join('\0'))
    .digest('hex')
    .slice(0, 12)
  const name = `${version}-${content}`
  const release = { version, start: `${name}/start.js`, integrity: integrityOf(start, 'sha384') }
  mkdirSync(resolve(folder, name), { recursive: true })
  const files = {
    [`${name}/start.js`]: start,
    [`${name}/surface.js`]: surface,
    [`${name}/panel.js`]: panel,
    [`${name}/picture.js`]: picture,
    'v1.js': await startIn(`${name}/`),
    'v1.json': `${JSON.stringify(release, undefined, 2)}\n`,
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(resolve(folder, file), text)
  return release
}
