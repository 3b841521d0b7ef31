import { Trans, useLingui } from '@lingui/react/macro'
import { Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { LOGO_TYPES, scaleLogo } from '#/features/settings/scale-logo'
import { Button } from '#/ui/Button'

interface Props {
  label: string
  /** The name of a stored picture, or the pieces of a new one. */
  value: unknown
  onChange: (value: unknown) => void
}

/** The address of the picture of a value; nothing for the built-in mark. */
export function logoAddress(value: unknown): string | undefined {
  if (Array.isArray(value)) return `data:image/png;base64,${value.join('')}`
  return typeof value === 'string' && value ? `/brand/${value}.png` : undefined
}

/** Chooses a logo, and shows it on both grounds. */
export function LogoControl({ label, value, onChange }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState(false)
  const address = logoAddress(value)

  async function choose(file: File | undefined) {
    if (!file) return
    const pieces = await scaleLogo(file)
    setRefused(!pieces)
    if (pieces) onChange(pieces)
  }

  return (
    <div role="group" aria-label={label} className="grid gap-2">
      {address && (
        <div className="flex gap-2">
          {(['dark', 'light'] as const).map(theme => (
            <span
              key={theme}
              data-theme={theme}
              className="flex size-14 items-center justify-center rounded-2 border border-line bg-sunken"
            >
              <img src={address} alt={theme === 'dark' ? t`Logo` : ''} width={44} height={44} />
            </span>
          ))}
        </div>
      )}
      {refused && (
        <p role="alert" className="text-12 text-danger">
          <Trans>Choose a picture in PNG, JPEG or WebP format. A simpler one may be needed.</Trans>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          accept={LOGO_TYPES.join()}
          hidden
          aria-label={label}
          onChange={event => {
            void choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button
          size="small"
          onClick={() => input.current?.click()}
          icon={<Upload size={14} strokeWidth={1.9} aria-hidden />}
        >{t`Choose a picture`}</Button>
        {address && (
          <Button
            kind="ghost"
            size="small"
            onClick={() => {
              setRefused(false)
              onChange('')
            }}
            icon={<X size={14} aria-hidden />}
          >{t`Remove`}</Button>
        )}
      </div>
      <p className="text-12 text-ink-3">
        <Trans>PNG, JPEG or WebP. It is scaled to a square of at most 512 pixels.</Trans>
      </p>
    </div>
  )
}
