// A server of our own on a database of its own, and the built app in front of it. Gone when the tests are.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startFront } from './front.ts'
import { startMailbox } from './mailbox.ts'
import { APPLICATION, FRONT_PORT, MAIL_PORT, MASTER_KEY, SERVER_PORT, STYLEGUIDE_PORT } from './names.ts'

const BINARY = process.env['TOUCHSTONE_BIN'] ?? join(homedir(), '.cache/touchstone/target/release/touchstone')
const ADMIN = process.env['TOUCHSTONE_ADMIN_URL'] ?? 'postgres://touchstone@127.0.0.1:54329/postgres'
const READY_WITHIN = 60_000
const FRONT = `http://127.0.0.1:${FRONT_PORT}`

const sql = (statement: string) =>
  execFileSync('psql', ['-qX', '-v', 'ON_ERROR_STOP=1', '-c', statement, ADMIN])

async function untilHealthy(address: string, alive: () => boolean) {
  const deadline = Date.now() + READY_WITHIN
  while (Date.now() < deadline && alive()) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error('The server did not become healthy; its words are in server.log.')
}

export default async function start() {
  if (!existsSync(BINARY))
    throw new Error(`There is no server at ${BINARY}; build it, or set TOUCHSTONE_BIN.`)
  const database = `web_e2e_${process.pid}`
  sql(`create database ${database}`)
  const url = new URL(ADMIN)
  url.pathname = database
  const log = openSync(join(import.meta.dirname, '../../server.log'), 'w')
  const server = spawn(BINARY, ['serve'], {
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      TOUCHSTONE_PROFILE: 'product',
      TOUCHSTONE_APPLICATION_ID: APPLICATION,
      TOUCHSTONE_MASTER_KEY: MASTER_KEY,
      TOUCHSTONE_DATABASE_URL: url.href,
      TOUCHSTONE_LISTEN: `127.0.0.1:${SERVER_PORT}`,
      TOUCHSTONE_PUBLIC_SERVER_URL: `${FRONT}/parse`,
      TOUCHSTONE_SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}`,
      TOUCHSTONE_MAIL_FROM: 'Touchstone <no-reply@example.org>',
      TOUCHSTONE_VERIFY_USER_EMAILS: 'true',
      TOUCHSTONE_PAGES_CUSTOM_URLS: JSON.stringify({
        passwordReset: `${FRONT}/reset-password`,
        passwordResetLinkInvalid: `${FRONT}/reset-password?invalid=1`,
        emailVerificationSuccess: `${FRONT}/verify-email?result=verified`,
        emailVerificationLinkInvalid: `${FRONT}/verify-email?result=invalid`,
        emailVerificationLinkExpired: `${FRONT}/verify-email?result=expired`,
      }),
    },
  })
  const shared = {
    server: new URL(`http://127.0.0.1:${SERVER_PORT}`),
    settings: { applicationId: APPLICATION },
  }
  const stopFronts = [
    await startMailbox(),
    await startFront({ ...shared, build: 'dist', port: FRONT_PORT }),
    await startFront({ ...shared, build: 'dist-styleguide', port: STYLEGUIDE_PORT }),
  ]

  async function stop() {
    for (const stopFront of stopFronts) await stopFront()
    if (server.exitCode === null) {
      server.kill()
      await once(server, 'exit')
    }
    sql(`drop database if exists ${database} with (force)`)
  }

  try {
    await untilHealthy(`http://127.0.0.1:${SERVER_PORT}/parse/health`, () => server.exitCode === null)
  } catch (problem) {
    await stop()
    throw problem
  }
  return stop
}
