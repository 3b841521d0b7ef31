// Makes the files for a script tag: the start, and the panel and the picture that it imports from beside it.
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** The part of rolldown that is used. */
type Rolldown = (options: never) => Promise<{
  write(options: never): Promise<{ output: readonly [{ code: string }, ...unknown[]] }>
  close(): Promise<void>
}>

interface Bundle {
  input: string
  format: 'esm' | 'iife'
  name: string
  define?: Record<string, string>
}

/** Writes the files into a folder. The caller brings the bundler, because the web app has its own. */
export async function writeTag(rolldown: Rolldown, folder: string): Promise<void> {
  /** Writes one file without imports, and returns its code. */
  async function write({ input, format, name, define = {} }: Bundle): Promise<string> {
    const bundle = await rolldown({
      cwd: path('.'),
      input: path(input),
      resolve: { alias: { '@touchstone/recorder': path('../recorder/src/index.ts') } },
      transform: { target: 'es2022', define },
    } as never)
    const { output } = await bundle.write({
      format,
      minify: true,
      file: resolve(folder, name),
      codeSplitting: false,
    } as never)
    await bundle.close()
    return output[0].code
  }

  const panel = await write({ input: 'src/panel/index.ts', format: 'esm', name: 'touchstone-panel.js' })
  const picture = await write({
    input: 'src/picture/index.ts',
    format: 'esm',
    name: 'touchstone-picture.js',
  })
  // A cached start asks for the parts that it was made with.
  const addressOf = (name: string, code: string): string =>
    JSON.stringify(`${name}?${createHash('sha256').update(code).digest('hex').slice(0, 12)}`)
  await write({
    input: 'src/tag.ts',
    format: 'iife',
    name: 'v1.js',
    define: {
      PANEL_FILE: addressOf('touchstone-panel.js', panel),
      PICTURE_FILE: addressOf('touchstone-picture.js', picture),
    },
  })
}
