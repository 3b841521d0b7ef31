// A user who does a task with the pointer, or with keys alone, and counts what it takes.
import { expect, type Locator, type Page } from '@playwright/test'

export type Way = 'pointer' | 'keys'

/** One deed is one press, one key, or one text that is typed. */
export class Hand {
  deeds = 0
  readonly page: Page
  readonly way: Way
  readonly narrow: boolean

  constructor(page: Page, way: Way) {
    this.page = page
    this.way = way
    this.narrow = (page.viewportSize()?.width ?? 0) < 768
  }

  /** Presses what can be pressed. With keys it takes the focus and Enter: whatever cannot is a failure. */
  async press(what: Locator, key = 'Enter') {
    this.deeds += 1
    if (this.way === 'pointer') return what.click()
    await what.focus()
    await expect(what).toBeFocused()
    await this.page.keyboard.press(key)
  }

  /** Chooses one of a few that stand beside each other. */
  async choose(radio: Locator) {
    this.deeds += 1
    if (this.way === 'pointer') return radio.click()
    await radio.focus()
    await this.page.keyboard.press('Space')
  }

  /** Does by its keys what the pointer does on the page. */
  async shortcut(keys: string[], pressed: Locator) {
    if (this.way === 'pointer') return this.press(pressed)
    for (const key of keys) {
      this.deeds += 1
      await this.page.keyboard.press(key)
    }
  }

  async write(field: Locator, text: string) {
    this.deeds += 1
    if (this.way === 'pointer') await field.click()
    else await field.focus()
    await field.fill(text)
  }

  /** Pastes as from the clipboard of another program, which the browser under test has none of. */
  async paste(field: Locator, text: string) {
    this.deeds += 1
    await field.evaluate((element, words) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', words)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  }

  /** Goes to a place of the sidebar, which on a phone is behind its button. */
  async go(place: string, keys: string[]) {
    if (this.way === 'keys') {
      for (const key of keys) {
        this.deeds += 1
        await this.page.keyboard.press(key)
      }
      return
    }
    if (this.narrow) await this.press(this.page.getByRole('button', { name: 'Menu' }))
    const link = this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place })
    await this.press(link.first())
  }
}

export interface Outcome {
  task: string
  width: string
  way: Way
  deeds: number
  seconds: number
  /** What prevented it, if it did not work. */
  failed: string | null
  /** Why it was not tried this way. */
  skipped?: string
}

/** The outcomes as a table, a line for each task. */
export function tableOf(outcomes: Outcome[]): string {
  const ways = [...new Set(outcomes.map(({ width, way }) => `${width} ${way}`))]
  const tasks = [...new Set(outcomes.map(({ task }) => task))].toSorted(
    (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
  )
  const cell = (task: string, column: string) => {
    const found = outcomes.find(each => each.task === task && `${each.width} ${each.way}` === column)
    if (!found) return '–'
    if (found.skipped) return `– (${found.skipped})`
    return found.failed ? `**no** (${found.failed})` : `${found.deeds} / ${found.seconds.toFixed(1)} s`
  }
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['task', ...ways]),
    line(['---', ...ways.map(() => '---')]),
    ...tasks.map(task => line([task, ...ways.map(column => cell(task, column))])),
  ].join('\n')
}
