import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import type { Setting } from '#/entities/setting/schema'
import { AccentControl } from '#/features/settings/AccentControl'
import { LogoControl } from '#/features/settings/LogoControl'
import type { KnownSetting } from '#/features/settings/sections'
import { Button } from '#/ui/Button'
import { Switch } from '#/ui/Choice'
import { frame } from '#/ui/Field'
import { Segmented } from '#/ui/Segmented'

interface Props {
  known: KnownSetting
  row: Setting
  value: unknown
  problem: string | undefined
  onChange: (value: unknown) => void
}

/** The field that fits what a setting may be. */
export function SettingControl(props: Props) {
  const id = useId()
  return (
    <>
      <Field {...props} note={props.problem ? id : undefined} />
      {props.problem && (
        <p id={id} role="alert" className="mt-1 text-12 text-danger">
          {props.problem}
        </p>
      )}
    </>
  )
}

function Field({ known, row, value, note, onChange }: Props & { note: string | undefined }) {
  const { t } = useLingui()
  const label = t(known.label)
  if (row.kind === 'flag')
    return (
      <Switch
        label={value ? <Trans>On</Trans> : <Trans>Off</Trans>}
        aria-label={label}
        checked={value === true}
        onChange={event => onChange(event.target.checked)}
      />
    )
  if (known.choices)
    return (
      <Segmented
        label={label}
        value={String(value)}
        onChange={onChange}
        options={known.choices.map(choice => ({ value: choice.value, label: t(choice.label) }))}
      />
    )
  if (row.kind === 'areas') return <Areas label={label} value={value} onChange={onChange} />
  if (row.kind === 'words') return <Words label={label} value={value} onChange={onChange} />
  if (row.kind === 'picture') return <LogoControl label={label} value={value} onChange={onChange} />
  if (row.kind === 'colour')
    return <AccentControl label={label} value={value} note={note} onChange={onChange} />
  const whole = row.kind === 'whole'
  return (
    <div className="flex items-center gap-2">
      <span className={`${frame} h-(--control) ${whole ? '!w-24' : ''}`}>
        <input
          aria-label={label}
          aria-invalid={note ? true : undefined}
          aria-describedby={note}
          inputMode={whole ? 'numeric' : 'text'}
          value={String(value ?? '')}
          onChange={event => onChange(whole ? wholeOr(event.target.value) : event.target.value)}
          className="w-full min-w-0 bg-transparent outline-none max-md:text-16"
        />
      </span>
      {known.unit && <span className="text-12 text-ink-3">{t(known.unit)}</span>}
    </div>
  )
}

/** The number, or the text as it is typed: the server says what is wrong with it. */
const wholeOr = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text)

interface ListProps {
  label: string
  value: unknown
  onChange: (value: unknown) => void
}

interface Area {
  key: string
  name: string
}

/** Areas can be renamed and added; a key, once reports carry it, stays. */
function Areas({ label, value, onChange }: ListProps) {
  const { t } = useLingui()
  const areas = Array.isArray(value) ? (value as Area[]) : []
  const set = (order: number, part: Partial<Area>) =>
    onChange(areas.map((area, place) => (place === order ? Object.assign({}, area, part) : area)))
  return (
    <div role="group" aria-label={label} className="grid gap-1.5">
      {areas.map((area, order) => (
        <div key={order} className="flex items-center gap-1.5">
          <span className={`${frame} h-(--control-sm) !w-32`}>
            <input
              aria-label={t`Key of area ${order + 1}`}
              value={area.key}
              onChange={event => set(order, { key: event.target.value })}
              className="mono w-full min-w-0 bg-transparent text-12 outline-none max-md:text-16"
            />
          </span>
          <span className={`${frame} h-(--control-sm) flex-1`}>
            <input
              aria-label={t`Name of area ${order + 1}`}
              value={area.name}
              onChange={event => set(order, { name: event.target.value })}
              className="w-full min-w-0 bg-transparent outline-none max-md:text-16"
            />
          </span>
          <Button
            kind="ghost"
            size="small"
            shape="icon"
            aria-label={t`Remove ${area.name}`}
            disabled={areas.length === 1}
            onClick={() => onChange(areas.filter((_, place) => place !== order))}
            icon={<X size={14} aria-hidden />}
          />
        </div>
      ))}
      <span>
        <Button
          size="small"
          disabled={areas.length >= 30}
          onClick={() => onChange([...areas, { key: '', name: '' }])}
          icon={<Plus size={14} aria-hidden />}
        >{t`Add an area`}</Button>
      </span>
    </div>
  )
}

function Words({ label, value, onChange }: ListProps) {
  const words = (typeof value === 'object' && value !== null ? value : {}) as Record<string, string>
  return (
    <div role="group" aria-label={label} className="grid gap-1.5">
      {Object.entries(words).map(([key, word]) => (
        <label key={key} className="flex items-center gap-2">
          <span className="mono w-8 text-12 text-ink-3">{key}</span>
          <span className={`${frame} h-(--control-sm) flex-1`}>
            <input
              value={word}
              onChange={event => onChange({ ...words, [key]: event.target.value })}
              className="w-full min-w-0 bg-transparent outline-none max-md:text-16"
            />
          </span>
        </label>
      ))}
    </div>
  )
}
