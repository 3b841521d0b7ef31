// The messages of pages that only administrators see: close to half of all.
import { i18n } from '@lingui/core'
import { messages } from '#/locales/en/admin.po'

i18n.load('en', messages)
