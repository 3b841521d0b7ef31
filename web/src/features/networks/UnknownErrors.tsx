import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react'
import { EvidenceById } from '#/entities/evidence/EvidenceById'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useSaveError } from '#/features/networks/api'
import { ErrorFields, isMismatch, meaningOf } from '#/features/networks/ErrorFields'
import type { UnknownError } from '#/features/networks/model'
import { shortHash } from '#/lib/hash'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { Ago } from '#/ui/Ago'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'
import { DataTable } from '#/ui/DataTable'
import { toast } from '#/ui/toasts'

/** Errors that proofs ended at that are not described, most people first: name one, and all affected testers are notified. */
export function UnknownErrors({ rows }: { rows: UnknownError[] }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === chosen),
  )
  const shown = rows[at]
  const step = (by: number) => setChosen(rows[at + by]?.key ?? shown?.key ?? null)
  const nameIt = () => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  const moving = { repeats: true, unlisted: true }
  usePageCommands(
    shown
      ? [
          { id: 'next-error', label: t`Next error`, keys: ['j'], ...moving, run: () => step(1) },
          { id: 'previous-error', label: t`Previous error`, keys: ['k'], ...moving, run: () => step(-1) },
          { id: 'name-error', label: t`Name the error`, keys: ['n'], run: nameIt },
        ]
      : [],
  )
  const people = rows.reduce((sum, row) => sum + row.people, 0)

  return (
    <Panel
      flush
      title={<Trans>To name</Trans>}
      note={
        rows.length > 0 && (
          <Trans>
            {figure(rows.length)} unknown, seen {figure(people)} times in 30 days
          </Trans>
        )
      }
      actions={
        shown && (
          <span className="flex items-center gap-1.5 text-12 text-ink-3 max-md:hidden">
            <Keys of={['j', 'k']} />
            <Trans>move</Trans>
            <Keys of={['n']} />
            <Trans>name it</Trans>
          </span>
        )
      }
    >
      {shown ? (
        <div className="grid border-t border-line-faint xl:grid-cols-[minmax(0,1fr)_23rem]">
          <div className="min-w-0">
            <DataTable
              compact
              caption={t`Unnamed errors`}
              rows={rows}
              keyOf={row => row.key}
              isAt={row => row.key === shown.key}
              columns={[
                {
                  head: t`Selector`,
                  cell: row => (
                    <button
                      type="button"
                      onClick={() => {
                        setChosen(row.key)
                        nameIt()
                      }}
                      className="mono block max-w-64 truncate text-left font-medium text-ink hover:underline max-md:min-h-11"
                    >
                      {row.key}
                      {row.signature && <span className="text-ink-3"> {row.signature}</span>}
                    </button>
                  ),
                },
                { head: t`Seen`, figure: true, cell: row => figure(row.count) },
                { head: t`People`, figure: true, cell: row => figure(row.people) },
                {
                  head: t`Origin`,
                  wide: true,
                  cell: row => (
                    <span className="block max-w-52 truncate text-ink-2">{originOf(row) || '–'}</span>
                  ),
                },
                {
                  head: t`Last seen`,
                  wide: true,
                  cell: row => row.lastSeenAt && <Ago at={row.lastSeenAt} />,
                },
              ]}
            />
          </div>
          <div ref={form} className="border-line-faint px-4 py-3.5 max-xl:border-t xl:border-l">
            <NameForm key={shown.key} error={shown} />
          </div>
        </div>
      ) : (
        <EmptyState title={<Trans>Every error seen lately has a name.</Trans>}>
          <Trans>Unknown errors found in proofs are listed here with the number of people affected.</Trans>
        </EmptyState>
      )}
    </Panel>
  )
}

const originOf = ({ origin }: UnknownError) =>
  [origin?.label ?? (origin?.contract ? shortHash(origin.contract) : null), origin?.network]
    .filter(Boolean)
    .join(', ')

function NameForm({ error }: { error: UnknownError }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveError()
  const [meaning, setMeaning] = useState(() => meaningOf({ signature: error.signature }))
  const [isSampleShown, setSampleShown] = useState(false)
  const selector = error.isText ? null : error.key
  const cannot = isMismatch(selector, meaning.signature)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (cannot) return
    const { signature, advice, ...rest } = meaning
    save.mutate(
      {
        ...(error.isText ? { textPattern: error.key } : { selector: error.key }),
        ...rest,
        ...(signature.trim() ? { signature } : {}),
        ...(advice.trim() ? { advice } : {}),
      },
      { onSuccess: () => toast({ tone: 'success', title: t`${error.key} is named.` }) },
    )
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} className="grid gap-3" aria-label={t`Name ${error.key}`}>
      <p className="flex flex-wrap items-baseline gap-2">
        <span className="mono text-14 font-medium [overflow-wrap:anywhere] text-ink">{error.key}</span>
        {!error.isText && error.words !== null && (
          <span className="text-12 text-ink-3">
            <Plural value={error.words} _0="no arguments" one="up to # argument" other="up to # arguments" />
          </span>
        )}
      </p>
      {error.signature && (
        <p className="text-12 text-ink-3">
          <Trans>The name comes from a well-known contract package. Choose how such a swap failed.</Trans>
        </p>
      )}
      <ErrorFields autofocus selector={selector} value={meaning} onChange={setMeaning} />
      <FormError>{sayProblem(save.error)}</FormError>
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-40 text-12 text-ink-3">
          <Trans>
            <Plural value={error.count} one="# proof" other="# proofs" /> and{' '}
            <Plural value={error.people} one="# person" other="# people" /> get this sentence now.
          </Trans>
        </p>
        <Button
          kind="primary"
          type="submit"
          busy={save.isPending}
          disabled={cannot}
          keys={<Keys of={['Ctrl', '↵']} />}
        >{t`Name it`}</Button>
      </div>
      {error.sample && (
        <div className="grid gap-2">
          <span>
            <Button
              kind="ghost"
              size="small"
              aria-expanded={isSampleShown}
              onClick={() => setSampleShown(!isSampleShown)}
            >
              {isSampleShown ? <Trans>Hide the newest proof</Trans> : <Trans>Show the newest proof</Trans>}
            </Button>
          </span>
          {isSampleShown && <EvidenceById compact id={error.sample} />}
        </div>
      )}
    </form>
  )
}
