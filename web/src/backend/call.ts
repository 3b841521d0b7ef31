import * as v from 'valibot'
import { client } from '#/backend/client'
import { Problem, UNREADABLE } from '#/backend/problem'

/** Runs a function of the server and checks what it answers. Rejects with a `Problem`. As a stranger, it goes without the session. */
export async function call<Schema extends v.GenericSchema>(
  name: string,
  params: object,
  schema: Schema,
  { asStranger = false } = {},
): Promise<v.InferOutput<Schema>> {
  const server = await client()
  const said = await (asStranger ? server.runAsStranger(name, params) : server.run(name, params))
  const read = v.safeParse(schema, said)
  if (read.success) return read.output
  const problem = new Problem(UNREADABLE, `${name}: ${v.summarize(read.issues)}`)
  // The page and the server do not agree: a bug in the app, and worth a line in the browser's log.
  reportError(problem)
  throw problem
}

/** An answer that is not read. */
export const anything = v.unknown()
