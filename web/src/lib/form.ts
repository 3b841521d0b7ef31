import type { SubmitEvent } from 'react'

/** The text of the fields of a form, by name; fields that are not there are empty. */
export function formFields<Name extends string>(
  event: SubmitEvent<HTMLFormElement>,
  ...names: Name[]
): Record<Name, string> {
  const form = new FormData(event.currentTarget)
  return Object.fromEntries(names.map(name => [name, String(form.get(name) ?? '')])) as Record<Name, string>
}

/** The same without the space around each: for names and words, not for passwords. */
export function trimmedFieldsOf<Name extends string>(
  event: SubmitEvent<HTMLFormElement>,
  ...names: Name[]
): Record<Name, string> {
  const fields = formFields(event, ...names)
  for (const name of names) fields[name] = fields[name].trim()
  return fields
}
