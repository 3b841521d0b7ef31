import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TextField } from '#/ui/TextField'

/** The name by which a user signs in. Where it is asked for, it is the first thing to type. */
export function UsernameField({ hint, error }: { hint?: ReactNode; error?: ReactNode }) {
  return (
    <TextField
      name="username"
      label={<Trans>Username</Trans>}
      size="large"
      required
      autoFocus
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      hint={hint}
      error={error}
    />
  )
}
