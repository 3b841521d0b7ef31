import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextField, type TextFieldProps } from '#/ui/TextField'
import { Eye, EyeOff } from '#/ui/icons'

/** A password that can be looked at. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after'>) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      after={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t`Show password`}
          onClick={() => setShown(!shown)}
          className="-mr-1.5 inline-flex h-[26px] flex-none items-center gap-1.5 rounded-2 px-[9px] text-12 font-medium text-ink-2 hover:bg-hover hover:text-ink max-md:h-9"
        >
          <Icon size={14} strokeWidth={1.9} aria-hidden />
          {shown ? t`Hide` : t`Show`}
        </button>
      }
    />
  )
}
