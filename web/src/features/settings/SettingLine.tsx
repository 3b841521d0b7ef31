import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useState } from 'react'
import { PersonName } from '#/entities/person/PersonName'
import type { Setting } from '#/entities/setting/schema'
import type { KnownSetting } from '#/features/settings/sections'
import { SettingControl } from '#/features/settings/SettingControl'
import { SettingHistory } from '#/features/settings/SettingHistory'
import { Button } from '#/ui/Button'
import { Moment } from '#/ui/Moment'

interface Props {
  known: KnownSetting
  row: Setting
  draft: unknown
  changed: boolean
  problem: string | undefined
  onChange: (value: unknown) => void
}

const intoView = (line: HTMLElement | null) => line?.scrollIntoView?.({ block: 'center' })

/** One setting: what it does, what it is, who changed it last. */
export function SettingLine({ known, row, draft, changed, problem, onChange }: Props) {
  const { t } = useLingui()
  const [history, setHistory] = useState(false)
  const label = t(known.label)
  const id = `setting-${row.key}`
  const sought = useLocation({ select: ({ hash }) => hash === id })
  return (
    <div
      id={id}
      ref={sought ? intoView : null}
      className={`grid gap-x-8 gap-y-2 border-t border-line-faint px-4 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] ${changed ? 'bg-hover' : ''} ${sought ? 'shadow-[inset_2px_0_0_var(--link)]' : ''}`}
    >
      <div className="min-w-0">
        <p className="font-medium">{label}</p>
        <p className="text-12 text-ink-3">{row.help}</p>
        {row.version > 0 && (
          <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-12 text-ink-3">
            {row.at && <Moment at={row.at} />}
            {row.by && (
              <Trans>
                by <PersonName person={row.by} plain />
              </Trans>
            )}
            <Button
              kind="ghost"
              size="small"
              aria-label={t`History of ${label}`}
              onClick={() => setHistory(true)}
              icon={<History size={12} strokeWidth={2.1} aria-hidden />}
            >{t`History`}</Button>
          </p>
        )}
      </div>
      <div className="min-w-0">
        <SettingControl known={known} row={row} value={draft} problem={problem} onChange={onChange} />
      </div>
      {history && <SettingHistory setting={row} label={label} onClose={() => setHistory(false)} />}
    </div>
  )
}
