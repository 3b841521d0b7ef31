// What the linter says about imports, tried on files that exist for this alone.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

interface Report {
  diagnostics: { code: string; message: string; filename: string }[]
}

/** Which of `names` a file deep inside each of the layers may not import, as the linter has it. */
export function refusedImports(layers: readonly string[], names: string[]): Record<string, string[]> {
  const root = mkdtempSync(join(tmpdir(), 'touchstone-lint-'))
  try {
    cpSync(join(ROOT, '.oxlintrc.json'), join(root, '.oxlintrc.json'))
    for (const layer of layers) {
      mkdirSync(join(root, 'src', layer, 'deep'), { recursive: true })
      const text = names.map((name, place) => `export { a${place} } from '${name}'\n`).join('')
      writeFileSync(join(root, 'src', layer, 'deep/probe.ts'), text)
    }
    const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['-f', 'json', 'src'], {
      cwd: root,
      encoding: 'utf8',
    })
    const said = (JSON.parse(stdout) as Report).diagnostics.filter(({ code }) =>
      code.includes('no-restricted-imports'),
    )
    const refused = (layer: string, name: string) =>
      said.some(
        ({ filename, message }) => filename.includes(`src/${layer}/`) && message.startsWith(`'${name}'`),
      )
    return Object.fromEntries(layers.map(layer => [layer, names.filter(name => refused(layer, name))]))
  } finally {
    rmSync(root, { recursive: true })
  }
}
