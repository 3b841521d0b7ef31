// The words of the other pages before the sign-in: making an account, resetting a password, verifying an address.
import { i18n } from '@lingui/core'
import { messages } from '#/words/en/door.po'

i18n.load('en', messages)
