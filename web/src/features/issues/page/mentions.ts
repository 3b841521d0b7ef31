/** The name being written at the caret, without its `@`; `null` if none is. */
export function mentionAt(text: string, caret: number): string | null {
  return /(?:^|[\s(])@([\w.-]{0,32})$/.exec(text.slice(0, caret))?.[1] ?? null
}

/** The text with the name at the caret finished, and where the caret goes. */
export function finishMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const begun = mentionAt(text, caret)
  if (begun === null) return { text, caret }
  const before = `${text.slice(0, caret - begun.length)}${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** A comment that says no more than "me too". */
export const isMeToo = (text: string): boolean =>
  /^\s*(\+\s?1|me too|same( here| problem| issue)?|same for me|i have this too)\s*[.!]*\s*$/i.test(text)
