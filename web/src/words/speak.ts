import { i18n } from '@lingui/core'
import { messages } from '#/words/en/entry.po'

/** Loads the words of the frame and of the sign-in page. Must run before anything is shown. */
export function speak() {
  i18n.loadAndActivate({ locale: 'en', messages })
}
