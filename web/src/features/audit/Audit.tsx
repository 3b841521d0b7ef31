import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleX, ShieldCheck } from 'lucide-react'
import { useDeferredValue } from 'react'
import { ACTION_WORDS, splitAction } from '#/features/audit/actions'
import { administratorsQuery, type AuditFilter, auditQuery } from '#/features/audit/api'
import type { AuditEntry } from '#/features/audit/model'
import { figure } from '#/lib/number'
import { useTypedInAddress } from '#/lib/use-in-address'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Hash } from '#/ui/Hash'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { SelectField } from '#/ui/SelectField'
import { TextField } from '#/ui/TextField'

/** Every change by an administrator: who, which command, its target, before and after. */
export function Audit() {
  const [actor, setActor] = useTypedInAddress('actor')
  const [action, setAction] = useTypedInAddress('action')
  const [target, setTarget] = useTypedInAddress('target')
  const [from, setFrom] = useTypedInAddress('from')
  const [to, setTo] = useTypedInAddress('to')
  const filter = useDeferredValue(filterOf({ actor, action, target, from, to }))
  const query = useInfiniteQuery(auditQuery(filter))
  const filtered = Object.keys(filter).length > 0
  const entries = query.data?.pages.flatMap(page => page.rows)
  const chain = query.data?.pages[0]?.chain

  return (
    <Panel
      flush
      title={<Trans>Audit log</Trans>}
      actions={
        chain &&
        (chain.ok ? (
          <span className="inline-flex items-center gap-1.5 text-12 text-success">
            <ShieldCheck size={14} strokeWidth={1.9} aria-hidden />
            {chain.checkedTo === null ? (
              <Trans>Verified</Trans>
            ) : (
              <Trans>Verified up to entry {figure(chain.checkedTo)}</Trans>
            )}
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5 text-12 text-danger" role="alert">
            <CircleX size={14} strokeWidth={1.9} aria-hidden />
            <Trans>Changed after entry {figure(chain.checkedTo ?? 0)}</Trans>
          </span>
        ))
      }
    >
      <div className="grid grid-cols-5 gap-3 border-t border-line-faint px-4 py-3 max-lg:grid-cols-2">
        <ActorField value={actor} onChange={setActor} />
        <ActionField value={action} onChange={setAction} />
        <TextField
          label={<Trans>Target</Trans>}
          value={target}
          onChange={event => setTarget(event.target.value)}
        />
        <TextField
          label={<Trans>From</Trans>}
          type="date"
          value={from}
          onChange={event => setFrom(event.target.value)}
        />
        <TextField
          label={<Trans>To</Trans>}
          type="date"
          value={to}
          onChange={event => setTo(event.target.value)}
        />
      </div>
      <Await
        query={{ ...query, data: entries }}
        skeleton={<SkeletonRows rows={6} />}
        failed={<Trans>Couldn’t load the audit log.</Trans>}
      >
        {rows =>
          rows.length === 0 ? (
            <EmptyState title={filtered ? <Trans>No entry matches.</Trans> : <Trans>No entries yet.</Trans>}>
              {filtered ? (
                <Trans>Change the person, the action, the target or the dates.</Trans>
              ) : (
                <Trans>Every change by an administrator is listed here, with the value before.</Trans>
              )}
            </EmptyState>
          ) : (
            <ol className="border-t border-line">
              {rows.map(entry => (
                <EntryLine key={entry.seq} entry={entry} />
              ))}
            </ol>
          )
        }
      </Await>
      {query.hasNextPage && (
        <div className="px-4 py-3">
          <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show older entries</Trans>
          </Button>
        </div>
      )}
    </Panel>
  )
}

interface FilterProps {
  value: string
  onChange: (value: string) => void
}

/** The administrators, and the person of the address, who may no longer be one. */
function ActorField({ value, onChange }: FilterProps) {
  const { t } = useLingui()
  const known = useQuery(administratorsQuery).data ?? []
  const chosen = value.trim().replace(/^@/, '')
  const names = chosen === '' || known.includes(chosen) ? known : [chosen, ...known]
  return (
    <SelectField label={<Trans>Who</Trans>} value={chosen} onChange={event => onChange(event.target.value)}>
      <option value="">{t`Every administrator`}</option>
      {names.map(name => (
        <option key={name} value={name}>
          @{name}
        </option>
      ))}
    </SelectField>
  )
}

/** The commands in plain words, in the order of the alphabet. */
function ActionField({ value, onChange }: FilterProps) {
  const { t } = useLingui()
  const say = useActionWords()
  const known = Object.keys(ACTION_WORDS)
  const names = value === '' || known.includes(value) ? known : [value, ...known]
  const options = names.map(name => ({ name, words: say(name) }))
  return (
    <SelectField label={<Trans>Action</Trans>} value={value} onChange={event => onChange(event.target.value)}>
      <option value="">{t`Every action`}</option>
      {options
        .toSorted((one, other) => one.words.localeCompare(other.words))
        .map(({ name, words }) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
    </SelectField>
  )
}

function useActionWords() {
  const { t } = useLingui()
  return (action: string) => {
    const words = ACTION_WORDS[action]
    return words ? t(words) : splitAction(action)
  }
}

/** What of the filter was given, days from their first to their last moment. */
export function filterOf({
  actor,
  action,
  target,
  from,
  to,
}: Record<'actor' | 'action' | 'target' | 'from' | 'to', string>): AuditFilter {
  return {
    ...(actor.trim() ? { actor: actor.trim().replace(/^@/, '') } : {}),
    ...(action.trim() ? { action: action.trim() } : {}),
    ...(target.trim() ? { target: target.trim().replace(/^@/, '') } : {}),
    ...(from ? { from: `${from}T00:00:00.000Z` } : {}),
    ...(to ? { to: `${to}T23:59:59.999Z` } : {}),
  }
}

function EntryLine({ entry }: { entry: AuditEntry }) {
  const { t } = useLingui()
  const differences = differencesOf(entry.before, entry.after)
  const say = useActionWords()
  return (
    <li className="border-t border-line-faint first:border-t-0">
      <details className="group">
        <summary className="grid min-h-11 list-none grid-cols-[14px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2 md:grid-cols-[14px_3rem_8rem_minmax(0,1fr)_auto_6rem]">
          <ChevronRight
            size={14}
            strokeWidth={1.9}
            className="text-ink-3 transition-transform duration-(--time-quick) group-open:rotate-90"
            aria-hidden
          />
          <span className="mono text-12 text-ink-3 max-md:hidden">{entry.seq}</span>
          <span className="truncate font-medium">
            {entry.actor.name ? `@${entry.actor.name}` : <Trans>the server</Trans>}
          </span>
          <span className="flex min-w-0 items-center gap-3 max-md:order-1 max-md:col-start-2 max-md:flex-col max-md:items-start max-md:gap-0.5">
            <span className="flex-none">{say(entry.action)}</span>
            <span className="max-w-full min-w-0 truncate text-ink-2">
              {entry.target?.label ?? entry.target?.id}
            </span>
          </span>
          <span className="text-12 text-ink-3 max-md:order-1 max-md:self-end">
            <Plural value={differences.length} one="# change" other="# changes" />
          </span>
          <span className="text-right text-12 text-ink-3">
            <Moment at={entry.at} />
          </span>
        </summary>
        <div className="border-t border-line-faint bg-sunken px-4 py-3 text-12">
          <table className="w-full border-collapse">
            <thead>
              <tr className="text-left text-ink-3 [&>th]:pr-4 [&>th]:pb-1 [&>th]:font-medium">
                <th scope="col">{t`What`}</th>
                <th scope="col">{t`Before`}</th>
                <th scope="col">{t`After`}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ key, before, after }) => (
                <tr key={key} className="align-top [&>td]:pr-4 [&>td]:pb-1">
                  <td className="mono w-40 text-ink-2 max-md:w-28 max-md:break-all">{key}</td>
                  <td className="mono break-all text-ink-3">{before}</td>
                  <td className="mono break-all text-ink">{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {entry.hash && (
            <p className="mt-2 flex items-center gap-2 text-ink-3">
              <Trans>sealed as</Trans> <Hash value={entry.hash} />
            </p>
          )}
        </div>
      </details>
    </li>
  )
}

const said = (value: unknown) => (value === undefined ? '–' : JSON.stringify(value))
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : value === null || value === undefined
      ? {}
      : { value }

/** Field by field, what differs. */
export function differencesOf(before: unknown, after: unknown) {
  const [was, is] = [recordOf(before), recordOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map(key => ({ key, before: said(was[key]), after: said(is[key]) }))
    .filter(field => field.before !== field.after)
}
