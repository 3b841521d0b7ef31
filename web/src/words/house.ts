// The words of everything behind the door, for whoever imports this. Some of its pages have fields of the door.
import { i18n } from '@lingui/core'
import '#/words/door'
import { messages } from '#/words/en/house.po'

i18n.load('en', messages)
