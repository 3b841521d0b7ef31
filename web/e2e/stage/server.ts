// The binary, with a build of the app and a database of its own.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addressOf, APPLICATION, MAIL_PORT, MASTER_KEY } from './names.ts'

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'touchstone')
const BINARY =
  process.env['TOUCHSTONE_BIN'] ??
  join(process.env['CARGO_TARGET_DIR'] ?? join(CACHE, 'target'), 'debug/touchstone')
const ADMIN = process.env['TOUCHSTONE_ADMIN_URL'] ?? 'postgres://touchstone@127.0.0.1:54329/postgres'
const READY_WITHIN = 60_000
const FILLED_WITHIN = 120_000

/** Says something to a database, as its owner. */
export const sql = (statement: string, database = ADMIN) =>
  execFileSync('psql', ['-qX', '-v', 'ON_ERROR_STOP=1', '-c', statement, database])

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** A database that is dropped again: empty, or as `template` is. */
export function makeDatabase(name: string, template = 'template1') {
  const database = `web_e2e_${name.replaceAll('-', '_')}_${process.pid}`
  sql(`create database ${database} template ${template}`)
  const url = new URL(ADMIN)
  url.pathname = database
  return {
    name: database,
    url: url.href,
    drop: () => sql(`drop database if exists ${database} with (force)`),
  }
}

/** What the server of this name has said so far. */
export const logOf = (name: string) => readFileSync(join(ROOT, `server-${name}.log`), 'utf8')

const programmeIn = (database: string) => ({
  ...process.env,
  TOUCHSTONE_PROFILE: 'product',
  TOUCHSTONE_APPLICATION_ID: APPLICATION,
  TOUCHSTONE_MASTER_KEY: MASTER_KEY,
  TOUCHSTONE_DATABASE_URL: database,
})

/** Fills an empty database with a programme of eight weeks. The first of its people sign in with the password. */
export function fillWithDemo(database: string, testers: number, password: string) {
  execFileSync(BINARY, ['demo', '--testers', String(testers), '--password-stdin'], {
    env: programmeIn(database),
    input: password,
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: FILLED_WITHIN,
  })
}

interface Wanted {
  name: string
  port: number
  database: string
  /** The folder of the build to be served, below the root of the app. */
  build?: string
  settings?: Record<string, string>
}

/** Starts the server and waits until it is healthy. Returns how to stop it. */
export async function startServer({ name, port, database, build = 'dist', settings }: Wanted) {
  for (const needed of [BINARY, join(ROOT, build, 'index.html')])
    if (!existsSync(needed)) throw new Error(`There is no ${needed}; build it, or set TOUCHSTONE_BIN.`)
  const log = openSync(join(ROOT, `server-${name}.log`), 'w')
  const files = mkdtempSync(join(tmpdir(), 'touchstone-e2e-'))
  const server = spawn(BINARY, ['serve'], {
    stdio: ['ignore', log, log],
    env: {
      ...programmeIn(database),
      TOUCHSTONE_LISTEN: `127.0.0.1:${port}`,
      TOUCHSTONE_PUBLIC_SERVER_URL: `${addressOf(port)}/parse`,
      // Every test comes from an address of its own, so that none uses up the allowance of another.
      TOUCHSTONE_TRUST_PROXY: '127.0.0.1',
      TOUCHSTONE_WEB_ROOT: join(ROOT, build),
      TOUCHSTONE_FILES_DIRECTORY: files,
      TOUCHSTONE_WALLET_ORIGINS: addressOf(port),
      TOUCHSTONE_SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}`,
      TOUCHSTONE_MAIL_FROM: 'Touchstone <no-reply@example.org>',
      TOUCHSTONE_VERIFY_USER_EMAILS: 'true',
      ...settings,
    },
  })

  async function stop() {
    if (server.exitCode === null) {
      server.kill()
      await once(server, 'exit')
    }
    rmSync(files, { recursive: true, force: true })
  }

  const deadline = Date.now() + READY_WITHIN
  while (Date.now() < deadline && server.exitCode === null) {
    const answer = await fetch(`${addressOf(port)}/parse/health`).catch(() => undefined)
    if (answer?.ok) return stop
    await pause(50)
  }
  await stop()
  throw new Error(`The server did not become healthy; its words are in server-${name}.log.`)
}
