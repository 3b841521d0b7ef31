// Writes the types of all functions that testers may call, from the description that the server makes of itself.
//
//   npm run generate
import { readFileSync, writeFileSync } from 'node:fs'

interface Schema {
  type?: string | string[]
  title?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

interface Operation {
  summary: string
  'x-caller': string
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

type Content = { 'application/json': { schema: Schema } }

const SCALARS: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The interfaces that were met, by name. */
type Named = Map<string, string>

const union = (parts: string[]): string => [...new Set(parts)].join(' | ') || 'unknown'
const inArray = (type: string): string => (/[|{]/.test(type) ? `(${type})[]` : `${type}[]`)
const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))
const nameOf = (key: string): string => (/^[a-zA-Z_]\w*$/.test(key) ? key : JSON.stringify(key))

function typeOf(schema: Schema, named: Named): string {
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map(choice => typeOf(choice, named)))
  const types = [schema.type ?? []].flat()
  return union(types.map(type => typeOfOne(type, schema, named)))
}

function typeOfOne(type: string, schema: Schema, named: Named): string {
  if (type === 'array') return inArray(schema.items ? typeOf(schema.items, named) : 'unknown')
  if (type === 'object') return objectType(schema, named)
  return SCALARS[type] ?? 'unknown'
}

function objectType(
  { title, properties, required = [], additionalProperties }: Schema,
  named: Named,
): string {
  if (properties && Object.keys(properties).length === 0) return 'Record<string, never>'
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, named) : 'unknown'
    return `Record<string, ${values}>`
  }
  const fields = Object.entries(properties).map(
    ([key, schema]) => `${nameOf(key)}${required.includes(key) ? '' : '?'}: ${typeOf(schema, named)}`,
  )
  const body = `{ ${fields.join('; ')} }`
  const name = title?.replace(/\W/g, '')
  // Two types of the server may have one name in different modules.
  if (!name || (named.get(name) ?? body) !== body) return body
  named.set(name, body)
  return name
}

const schemaIn = (content: Content | undefined): Schema | undefined => content?.['application/json'].schema

export function typesOf(description: string): string {
  const { paths } = JSON.parse(description) as { paths: Record<string, { post: Operation }> }
  const named: Named = new Map()
  const functions = Object.entries(paths)
    .filter(([, { post }]) => !['administrator', 'widget'].includes(post['x-caller']))
    .map(([path, { post }]) => {
      const params = schemaIn(post.requestBody?.content)
      const result = schemaIn(post.responses['200']?.content)?.properties?.['result']
      return [
        `  /** ${post.summary} */`,
        `  ${path.replace('/functions/', '')}: {`,
        `    params: ${params ? typeOf(params, named) : 'Record<string, never>'}`,
        `    result: ${result ? typeOf(result, named) : 'unknown'}`,
        '  }',
      ].join('\n')
    })
  return [
    '// Made by generate.ts from docs/functions.json.',
    ...[...named].map(([name, body]) => `type ${name} = ${body}`),
    `/** The functions that testers may call. */\nexport interface Functions {\n${functions.join('\n')}\n}\n`,
  ].join('\n\n')
}

if (import.meta.main) {
  const here = new URL('.', import.meta.url)
  writeFileSync(
    new URL('src/functions.gen.ts', here),
    typesOf(readFileSync(new URL('../../docs/functions.json', here), 'utf8')),
  )
}
