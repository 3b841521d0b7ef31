import { i18n } from '@lingui/core'
import { messages } from '#/words/en/door.po'

/** Loads the words of the door. Must run before anything is shown. */
export function speak() {
  i18n.loadAndActivate({ locale: 'en', messages })
}
