/** A signed-in person, as plain data. The session token is not part of it: it never leaves `backend/`. */
export interface User {
  objectId: string
  username: string
  email: string
  emailVerified: boolean
  /** For display only; the server decides what an administrator may do. */
  isAdmin: boolean
  createdAt: string
  /** The zone of their digest and quiet hours; empty until one is stored. */
  timeZone?: string
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function moment(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null && 'iso' in value) return text(value.iso)
  return ''
}

/** Reads a user as the server or the SDK's storage spells one. `null` if it is none. */
export function userFrom(json: unknown): User | null {
  if (typeof json !== 'object' || json === null) return null
  const fields = json as Record<string, unknown>
  const objectId = text(fields['objectId'])
  if (!objectId) return null
  return {
    objectId,
    username: text(fields['username']),
    email: text(fields['email']),
    emailVerified: fields['emailVerified'] === true,
    isAdmin: fields['isAdmin'] === true,
    createdAt: moment(fields['createdAt']),
    timeZone: text(fields['timeZone']),
  }
}
