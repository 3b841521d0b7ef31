import { i18n } from '@lingui/core'
import { messages } from '#/locales/en/entry.po'

/** Loads the messages of the frame and of the sign-in page. Must run before anything is shown. */
export function activateMessages() {
  i18n.loadAndActivate({ locale: 'en', messages })
}
