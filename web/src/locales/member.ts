// The messages of everything behind the sign-in. Some of its pages have fields of public pages.
import { i18n } from '@lingui/core'
import '#/locales/public'
import { messages } from '#/locales/en/member.po'

i18n.load('en', messages)
