import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { brandPreviewQuery } from '#/features/settings/api'
import type { AccentShades } from '#/features/settings/model'
import { Button } from '#/ui/Button'
import { frame } from '#/ui/Field'

interface Props {
  label: string
  value: unknown
  /** The id of the words that say why the value is refused. */
  note: string | undefined
  onChange: (value: unknown) => void
}

/** The accent of the app without a setting. */
const GOLD = '#e3bd69'

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** Chooses an accent, and shows what the app makes of it in both themes. */
export function AccentControl({ label, value, note, onChange }: Props) {
  const { t } = useLingui()
  const text = String(value ?? '')
  const colour = isColour(text) ? text.toLowerCase() : undefined
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={t`Pick a colour`}
          value={colour ?? GOLD}
          onChange={event => onChange(event.target.value)}
          className="h-(--control) w-(--touch) flex-none cursor-pointer rounded-2 border border-line-control bg-panel p-1"
        />
        <span className={`${frame} h-(--control) !w-32`}>
          <input
            aria-label={t`Colour code`}
            aria-invalid={note ? true : undefined}
            aria-describedby={note}
            placeholder={GOLD}
            value={text}
            onChange={event => onChange(event.target.value.trim())}
            className="mono w-full min-w-0 bg-transparent outline-none max-md:text-16"
          />
        </span>
        {text && (
          <Button kind="ghost" size="small" onClick={() => onChange('')} icon={<X size={14} aria-hidden />}>
            {t`Remove`}
          </Button>
        )}
      </div>
      {colour && <Preview accent={colour} />}
    </div>
  )
}

function Preview({ accent }: { accent: string }) {
  const query = useQuery(brandPreviewQuery(accent))
  if (!query.data) return null
  const { dark, light } = query.data
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <ThemePreview theme="dark" shades={dark} />
      <ThemePreview theme="light" shades={light} />
    </div>
  )
}

function ThemePreview({ theme, shades }: { theme: 'dark' | 'light'; shades: AccentShades }) {
  const { t } = useLingui()
  const colours = {
    '--gold': shades.stroke,
    '--gold-fill': shades.fill,
    '--gold-on-fill': shades.onFill,
    '--focus': shades.stroke,
  } as CSSProperties
  const { fillContrast, strokeContrast, textContrast } = shades
  return (
    <section
      data-theme={theme}
      aria-label={theme === 'dark' ? t`Dark theme` : t`Light theme`}
      style={colours}
      className="grid content-start gap-2 rounded-2 border border-line bg-panel p-3 text-12 text-ink"
    >
      <span className="justify-self-start rounded-2 bg-gold-fill px-3 py-1.5 font-medium text-gold-on-fill">
        <Trans>Button {fillContrast.toFixed(1)}:1</Trans>
      </span>
      <span className="border-l-2 border-gold pl-2">
        <Trans>Line and focus {strokeContrast.toFixed(1)}:1</Trans>
      </span>
      <span style={{ color: shades.text }} className="font-medium">
        <Trans>Figures {textContrast.toFixed(1)}:1</Trans>
      </span>
      {shades.isAdjusted && (
        <span className="text-ink-3">
          <Trans>The lightness is adjusted for contrast.</Trans>
        </span>
      )}
    </section>
  )
}
