import type { Plugin } from 'vite'

// `parse` is compiled for browsers of 2015 and asks for a copy of nearly every built-in. The browsers we build for
// have them all; handing out the built-ins takes a quarter off its weight.
const SHIM =
  /^(?:@babel\/runtime-corejs3\/core-js(?:-stable)?|core-js-pure\/(?:features|stable|full|actual|es))\/(.+?)(?:\.js)?$/
const PREFIX = '\0native-core-js:'

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(`-${name}`)

/** The built-in that a core-js entry such as `object/define-property` or `instance/for-each` stands for. */
export function builtIn(entry: string): string {
  const [owner = '', member] = entry.split('/')
  if (owner === 'instance' && member === 'bind') return 'it => it.bind'
  if (owner === 'instance' && member) return `it => it.${camel(member)}`
  if (owner === 'json') return 'JSON.stringify'
  if (owner === 'symbol' && member) return `Symbol.${camel(member)}`
  if (member) return `${pascal(owner)}.${camel(member)}`
  return /^(set-|clear-|parse-|global-this)/.test(owner) ? `globalThis.${camel(owner)}` : pascal(owner)
}

/** Resolves the core-js entries that `parse` imports to the built-ins of the browser. */
export function nativeCoreJs(): Plugin {
  return {
    name: 'native-core-js',
    enforce: 'pre',
    resolveId(source) {
      const entry = SHIM.exec(source)?.[1]
      return entry ? `${PREFIX}${entry}` : null
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null
      const entry = id.slice(PREFIX.length)
      if (entry === 'global-this') return 'module.exports = globalThis'
      return `module.exports = ${builtIn(entry)}`
    },
  }
}
