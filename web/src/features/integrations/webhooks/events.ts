/** The family of a type of event: `issue` of `issue.fixed`. */
export const familyOf = (type: string) => type.replace(/\..*/, '')

/** Types by their family, in the order they came. */
export function byFamily(types: readonly string[]): [family: string, types: string[]][] {
  const families = new Map<string, string[]>()
  for (const type of types) families.set(familyOf(type), [...(families.get(familyOf(type)) ?? []), type])
  return [...families]
}

/** Whether a hook that hears `chosen` hears `type`. */
export const hears = (chosen: readonly string[], type: string) =>
  chosen.includes('*') || chosen.includes(type) || chosen.includes(`${familyOf(type)}.*`)

/** The types that are meant, one by one. */
export const spelledOut = (chosen: readonly string[], types: readonly string[]) =>
  types.filter(type => hears(chosen, type))

/** The shortest way to say which types are meant. */
export function inShort(chosen: ReadonlySet<string>, types: readonly string[]): string[] {
  if (types.length > 0 && types.every(type => chosen.has(type))) return ['*']
  return byFamily(types).flatMap(([family, members]) => {
    const meant = members.filter(type => chosen.has(type))
    return meant.length === members.length && members.length > 1 ? [`${family}.*`] : meant
  })
}
