// The words of everything behind the door, for whoever imports this.
import { i18n } from '@lingui/core'
import { messages } from '#/words/en/house.po'

i18n.load('en', messages)
