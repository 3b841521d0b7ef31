import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { MIN_PASSWORD } from '#/lib/password-rule'
import { PasswordField } from '#/ui/PasswordField'

/** A password that is being chosen. */
export function NewPasswordField({ label, autoFocus }: { label: ReactNode; autoFocus?: boolean }) {
  return (
    <PasswordField
      name="password"
      label={label}
      hint={<Trans>At least {MIN_PASSWORD} characters. A few words in a row are easy to remember.</Trans>}
      size="large"
      required
      autoFocus={autoFocus}
      minLength={MIN_PASSWORD}
      autoComplete="new-password"
    />
  )
}
