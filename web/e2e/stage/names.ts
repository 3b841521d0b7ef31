export const APPLICATION = 'web-e2e'
export const MASTER_KEY = 'the-master-key-of-the-stage-0123456789'

// Chosen by the first process and inherited by the workers, so that two runs on one machine do not meet.
process.env['E2E_PORT'] ??= String(20_000 + (process.pid % 4000) * 4)
const first = Number(process.env['E2E_PORT'])

export const SERVER_PORT = first
export const FRONT_PORT = first + 1
export const STYLEGUIDE_PORT = first + 2
export const MAIL_PORT = first + 3
