export const APPLICATION = 'web-e2e'
/** Of everybody in a demo who can sign in. */
export const PASSWORD = 'a plain long phrase of the stage'
export const MASTER_KEY = 'the-master-key-of-the-stage-0123456789'

// Chosen by the first process and inherited by the workers, so that two runs on one machine do not meet.
process.env['E2E_PORT'] ??= String(20_000 + (process.pid % 3000) * 4)
const first = Number(process.env['E2E_PORT'])

/** The server under test. */
export const SERVER_PORT = first
/** The same with the build that has the styleguide. */
export const STYLEGUIDE_PORT = first + 1
export const MAIL_PORT = first + 2
/** A programme in which nothing has happened, for pictures. */
export const EMPTY_PORT = first + 3

export const addressOf = (port: number) => `http://127.0.0.1:${port}`
