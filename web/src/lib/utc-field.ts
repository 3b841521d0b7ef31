// A field of a day and a time knows no zone. What administrators type there is UTC, as everywhere in the programme.

/** What such a field shows for a moment; empty without one. */
export function utcField(at: string | null): string {
  const time = new Date(at ?? '')
  return Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 16)
}

/** The moment that was typed; `null` for nothing and for what is none. */
export function momentOf(typed: string): string | null {
  const time = new Date(`${typed}Z`)
  return typed === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
