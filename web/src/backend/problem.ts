/** The codes of the protocol that the app treats by name. */
export const Code = {
  internal: 1,
  connectionFailed: 100,
  objectNotFound: 101,
  forbidden: 119,
  timeout: 124,
  invalidEmail: 125,
  duplicate: 137,
  allowance: 140,
  validation: 142,
  requestLimit: 155,
  usernameMissing: 200,
  passwordMissing: 201,
  usernameTaken: 202,
  emailTaken: 203,
  emailMissing: 204,
  emailNotFound: 205,
  sessionMissing: 206,
  accountLinked: 208,
  invalidSession: 209,
} as const

/** The code of an answer that this page cannot read. Ours: the protocol's own codes are about what was sent. */
export const UNREADABLE = -1

interface ProblemOptions {
  cause?: unknown
  retryAt?: number | undefined
  requestId?: string | null | undefined
}

interface WalletOptions extends ProblemOptions {
  declined?: boolean
}

const KEYED = /^([A-Z_]+): /

/** A sentence of the server's without the key that stands before it. */
export const withoutKey = (sentence: string): string => sentence.replace(KEYED, '')

/** Something the server refused or could not do. `code` is the protocol's, `message` the server's own sentence. */
export class Problem extends Error {
  readonly code: number
  /** When it was met, in milliseconds since the epoch. */
  readonly at: number
  /** When the same request may be tried again, where the server has said so. */
  readonly retryAt: number | undefined
  /** By which the server's log knows the request. */
  readonly requestId: string | null

  constructor(code: number, message: string, { cause, retryAt, requestId = null }: ProblemOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'Problem'
    this.code = code
    this.at = Date.now()
    this.retryAt = retryAt
    this.requestId = requestId
  }

  /** The key before the server's sentence, as in `LAST_ADMIN: …`; `null` where it gives none. */
  get reason(): string | null {
    return KEYED.exec(this.message)?.[1] ?? null
  }

  /** The server's sentence without its key. */
  get sentence(): string {
    return withoutKey(this.message)
  }

  /** Absent, or not for this reader: both are said alike. */
  get missing(): boolean {
    return this.code === Code.objectNotFound || this.code === Code.forbidden
  }

  /** The server did not answer, or the server failed: the same request may succeed later. */
  get passing(): boolean {
    return this.code === Code.connectionFailed || this.code === Code.internal || this.code === Code.timeout
  }
}

/** The user asked for something only a signed-in person can have. */
export class NotAuthenticatedError extends Problem {
  constructor() {
    super(Code.sessionMissing, 'User needs to be authenticated before setting new data')
    this.name = 'NotAuthenticatedError'
  }
}

/** What was given cannot be sent. */
export class ValidationError extends Problem {
  constructor(message: string) {
    super(Code.validation, message)
    this.name = 'ValidationError'
  }
}

/** A wallet was asked and could not, or the server did not take its answer. No matter of the password. */
export class WalletProblem extends Problem {
  /** A user said no in the wallet. That is an answer, not a failure. */
  readonly declined: boolean

  constructor(code: number, message: string, { declined = false, ...rest }: WalletOptions = {}) {
    super(code, message, rest)
    this.name = 'WalletProblem'
    this.declined = declined
  }
}

/** The same problem, met on the way of a wallet. */
export function walletProblemFrom(thrown: unknown): WalletProblem {
  if (thrown instanceof WalletProblem) return thrown
  const problem = problemFrom(thrown)
  const { code, message, retryAt, requestId } = problem
  return new WalletProblem(code, message, { cause: problem, retryAt, requestId })
}

/** Makes a problem of whatever the SDK threw. */
export function problemFrom(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  if (typeof thrown === 'object' && thrown !== null && 'code' in thrown) {
    if (typeof thrown.code === 'number') {
      const { requestId, retryAt } = thrown as { requestId?: string; retryAt?: number }
      return new Problem(thrown.code, said(thrown), { cause: thrown, requestId: requestId ?? null, retryAt })
    }
    // The SDK's error for a request without an answer: it has a code, and the code is missing.
    return new Problem(Code.connectionFailed, 'Unable to connect to the API', { cause: thrown })
  }
  // Whatever else is thrown is a bug in the app, and must not look like the server's.
  reportError(thrown)
  return new Problem(Code.internal, String(thrown), { cause: thrown })
}

function said(thrown: object): string {
  const { message, error } = thrown as { message?: unknown; error?: unknown }
  return String([message, error].find(part => typeof part === 'string') ?? '')
}
