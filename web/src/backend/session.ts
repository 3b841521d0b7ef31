/** One place where a user is signed in, as plain data. */
export interface Session {
  objectId: string
  /** Whether it is the session of this very page. */
  current: boolean
  /** `login`, `signup`, or the name of the provider. */
  means: string
  createdAt: string
  expiresAt: string | null
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function moment(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null && 'iso' in value) return text(value.iso) || null
  return null
}

function meansOf(createdWith: unknown): string {
  if (typeof createdWith !== 'object' || createdWith === null) return 'login'
  const { action, authProvider } = createdWith as { action?: unknown; authProvider?: unknown }
  const provider = text(authProvider)
  return provider && provider !== 'password' ? provider : text(action) || 'login'
}

/** Reads a row of `_Session`. `null` if it is none. */
export function sessionFrom(json: unknown, currentId: string | undefined): Session | null {
  if (typeof json !== 'object' || json === null) return null
  const row = json as Record<string, unknown>
  const objectId = text(row['objectId'])
  if (!objectId) return null
  return {
    objectId,
    current: objectId === currentId,
    means: meansOf(row['createdWith']),
    createdAt: moment(row['createdAt']) ?? '',
    expiresAt: moment(row['expiresAt']),
  }
}
