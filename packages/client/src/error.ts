// An answer that refuses a call.

/** A field of a form that is refused, with the values that it may have. */
export interface FieldError {
  field: string
  key: string
  detail: string
  allowed?: unknown[]
}

/** A call that the server refused. A call that did not reach it fails with the error of `fetch`. */
export class TouchstoneError extends Error {
  override readonly name = 'TouchstoneError'
  /** The HTTP status. */
  readonly status: number
  /** The code of the Parse protocol. */
  readonly code: number | undefined
  /** The reason, such as `OVER_ALLOWANCE`. */
  readonly key: string | undefined
  /** Values that belong to the reason, such as the minutes to wait. */
  readonly details: Readonly<Record<string, unknown>>
  /** All fields that are refused. */
  readonly fields: readonly FieldError[]

  constructor(status: number, answer: unknown) {
    const { code, error, key, details, errors } = isObject(answer) ? answer : {}
    super(typeof error === 'string' ? error : `The server answered with status ${status}.`)
    this.status = status
    this.code = typeof code === 'number' ? code : undefined
    this.key = typeof key === 'string' ? key : undefined
    this.details = isObject(details) ? details : {}
    this.fields = Array.isArray(errors) ? (errors as FieldError[]) : []
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
