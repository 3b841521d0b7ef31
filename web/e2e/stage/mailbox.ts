// Takes all mail and keeps it in a file, for the tests to read: SMTP as far as one well-behaved sender needs it.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { MAIL_PORT } from './names.ts'

const FILE = join(import.meta.dirname, '../../mail.log')

/** Starts the mailbox, empty. */
export function startMailbox(): Promise<() => Promise<void>> {
  writeFileSync(FILE, '')
  const server = createServer(converse)
  return new Promise(resolve =>
    server.listen(MAIL_PORT, '127.0.0.1', () =>
      resolve(async () => {
        server.close()
      }),
    ),
  )
}

function converse(socket: Socket) {
  let buffered = ''
  let letter: string[] | null = null
  const say = (line: string) => socket.write(`${line}\r\n`)
  socket.on('error', () => undefined)
  socket.on('data', data => {
    buffered += data.toString()
    const lines = buffered.split('\r\n')
    buffered = lines.pop() ?? ''
    for (const line of lines) {
      if (letter && line !== '.') {
        letter.push(line)
      } else if (letter) {
        appendFileSync(FILE, `${JSON.stringify(letter.join('\n'))}\n`)
        letter = null
        say('250 taken')
      } else {
        const word = line.slice(0, 4).toUpperCase()
        if (word === 'DATA') letter = []
        say(word === 'DATA' ? '354 go on' : word === 'QUIT' ? '221 bye' : '250 ok')
        if (word === 'QUIT') socket.end()
      }
    }
  })
  say('220 mailbox')
}

/** The links in the letters to an address, oldest first. */
export function linksTo(address: string): string[] {
  const letters = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as string)
  return letters
    .filter(letter => letter.includes(address))
    .flatMap(letter => {
      const plain = letter.replaceAll('=\n', '').replaceAll('=3D', '=')
      return /https?:\/\/[^\s"<>]+/.exec(plain)?.slice(0, 1) ?? []
    })
}
