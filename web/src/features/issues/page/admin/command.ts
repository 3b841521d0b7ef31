/** Gives a command of an administrator about the issue in sight. */
export type RunCommand = (name: string, params?: Record<string, unknown>) => void

/** These are not about what was seen: one undoes what was just done, the other is about what was paid. */
const UNSEEN = new Set(['issueUndo', 'issueResettle'])

/** What goes along with a command: most say which state of the issue they are about. */
export const withSeen = (name: string, params: Record<string, unknown>, lastActivityAt: string) =>
  UNSEEN.has(name) ? params : { ...params, seen: lastActivityAt }
