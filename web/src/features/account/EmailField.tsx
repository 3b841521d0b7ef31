import { Trans } from '@lingui/react/macro'
import { TextField, type TextFieldProps } from '#/ui/TextField'

/** An address that mail is sent to. */
export function EmailField(props: Pick<TextFieldProps, 'hint' | 'error' | 'autoFocus'>) {
  return (
    <TextField
      {...props}
      name="email"
      type="email"
      label={<Trans>E-mail</Trans>}
      size="large"
      required
      autoComplete="email"
    />
  )
}
