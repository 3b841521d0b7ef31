// What the answers of the server are made of.
import * as v from 'valibot'

export const count = v.pipe(v.number(), v.integer())
export const moment = v.string()
/** Left out and `null` are one. */
export const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema, null)
