// The messages of the other public pages: making an account, resetting a password, verifying an address.
import { i18n } from '@lingui/core'
import { messages } from '#/locales/en/public.po'

i18n.load('en', messages)
