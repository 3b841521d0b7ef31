// Says where the pictures are.
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Reporter } from '@playwright/test/reporter'
import { FOLDER } from './camera.ts'

export default class Where implements Reporter {
  onEnd() {
    const folder = resolve(import.meta.dirname, '..', FOLDER)
    const pictures = readdirSync(folder, { recursive: true }).filter(file => String(file).endsWith('.png'))
    console.log(`${pictures.length} pictures are in ${folder}`)
  }
}
