import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { RULE_GROUPS } from '#/entities/rule/lines'
import { numberAt, type RuleSet } from '#/entities/rule/schema'
import { ruleFigure, typed as asTyped } from '#/entities/rule/unit'
import type { Typed } from '#/features/scoring/Scoring'
import { Button } from '#/ui/Button'
import { frame } from '#/ui/Field'
import { Panel } from '#/ui/Panel'

interface Props {
  current: RuleSet
  next: number
  typed: Typed
  changed: string[]
  wrong: string[]
  onType: (path: string, text: string) => void
  onReset: () => void
}

/** Every number: what it is, and what it shall be. */
export function RuleEditor({ current, next, typed, changed, wrong, onType, onReset }: Props) {
  const { t } = useLingui()
  return (
    <Panel
      flush
      title={<Trans>Rules</Trans>}
      note={changed.length > 0 ? <Trans>{changed.length} changed</Trans> : undefined}
      actions={
        changed.length + wrong.length > 0 && (
          <Button kind="ghost" size="small" onClick={onReset}>{t`Reset`}</Button>
        )
      }
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{t`Rules`}</caption>
        <thead>
          <tr className="text-12 text-ink-3 [&>th]:h-[34px] [&>th]:border-b [&>th]:border-line [&>th]:font-medium">
            <th scope="col" className="px-4 text-left">{t`Rule`}</th>
            <th scope="col" className="px-3 text-right">
              v{current.version}
            </th>
            <th scope="col" className="px-4 text-right whitespace-nowrap">
              <Trans>v{next} draft</Trans>
            </th>
          </tr>
        </thead>
        {RULE_GROUPS.map(({ title, lines }) => (
          <tbody key={t(title)}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={3}
                className="h-8 border-t border-line bg-canvas px-4 text-left text-12 font-medium text-ink-3"
              >
                {t(title)}
              </th>
            </tr>
            {lines.map(({ path, rule, label, unit }) => {
              const value = numberAt(current.rules, path) ?? 0
              const bad = wrong.includes(path)
              const differs = changed.includes(path)
              return (
                <tr key={path} className={clsx('border-t border-line-faint', (differs || bad) && 'bg-hover')}>
                  <td className="h-[45px] px-4 py-1">
                    <span className="block text-ink">{t(label)}</span>
                    <span className="mono block text-12 text-ink-3">{rule ?? path}</span>
                  </td>
                  <td className="px-3 text-right whitespace-nowrap text-ink-3">{ruleFigure(value, unit)}</td>
                  <td className="px-4 max-md:py-1">
                    <span
                      className={clsx(frame, 'ml-auto h-7 !w-[74px] max-md:h-11', differs && '!border-ink-2')}
                    >
                      <input
                        inputMode="decimal"
                        aria-label={t`${t(label)}, ${rule ?? path}, draft`}
                        aria-invalid={bad || undefined}
                        value={typed[path] ?? asTyped(value, unit)}
                        onChange={event => onType(path, event.target.value)}
                        className="w-full min-w-0 bg-transparent text-right outline-none max-md:text-16"
                      />
                    </span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        ))}
      </table>
    </Panel>
  )
}
