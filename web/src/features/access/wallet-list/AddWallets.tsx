import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useAddWallets, useCheckWallets } from '#/features/access/wallet-list/api'
import { LinesPreview } from '#/features/access/wallet-list/LinesPreview'
import { type Part, partsOf } from '#/features/access/wallet-list/parts'
import { FAMILY_NAMES } from '#/lib/wallet-family-names'
import { figure } from '#/lib/number'
import { settings } from '#/lib/settings'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Dialog } from '#/ui/Dialog'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** A million addresses with some columns beside them. */
const MOST_BYTES = 200 * 1024 * 1024

interface NamedText {
  name: string
  text: string
}

const linesIn = (parts: Part[]) => parts.reduce((sum, { lines }) => sum + lines.length, 0)

/** Puts wallets on the list: paste or choose a file, see what would come of it, add. */
export function AddWallets({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const families = settings.wallets?.families ?? (['evm'] as const)
  const kinds = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(
    families.map(family => FAMILY_NAMES[family]),
  )
  const { sayProblem } = useProblemMessages()
  const [pasted, setPasted] = useState('')
  const [file, setFile] = useState<NamedText | null>(null)
  const [label, setLabel] = useState('')
  const [complaint, setComplaint] = useState<string | null>(null)
  const [parts, setParts] = useState<Part[] | null>(null)
  const check = useCheckWallets()
  const add = useAddWallets(label.trim())
  const seen = parts && check.data
  const busy = check.isPending || add.isPending

  async function takeFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = currentTarget.files?.[0]
    setFile(null)
    setComplaint(null)
    if (!chosen) return
    if (chosen.size > MOST_BYTES) setComplaint(t`The file is larger than 200 MB. Split it.`)
    else setFile({ name: chosen.name, text: await chosen.text() })
  }

  function look(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const cut = partsOf([pasted, file?.text ?? ''].filter(Boolean).join('\n'))
    setComplaint(cut.length === 0 ? t`Paste at least one address, or choose a file.` : null)
    if (cut.length === 0 || busy) return
    setParts(cut)
    check.mutate(cut, { onError: () => setParts(null) })
  }

  function put() {
    if (!parts || busy) return
    add.mutate(parts, {
      onSuccess: ({ added }) => {
        toast({ tone: 'success', title: t`${figure(added)} added to the list.` })
        onClose()
      },
    })
  }

  const back = () => {
    setParts(null)
    check.reset()
    add.reset()
  }

  return (
    <Dialog
      open
      // What is under way is finished.
      {...(busy ? {} : { onClose })}
      width="wide"
      title={<Trans>Add wallets</Trans>}
      footer={
        seen ? (
          <>
            <Button kind="ghost" onClick={back} disabled={busy}>{t`Back`}</Button>
            <Button kind="primary" key="add" autoFocus busy={busy} disabled={seen.added === 0} onClick={put}>
              <Plural value={seen.added} _0="Nothing to add" one="Add # wallet" other="Add # wallets" />
            </Button>
          </>
        ) : (
          <>
            <Button kind="ghost" onClick={onClose} disabled={busy}>{t`Cancel`}</Button>
            <Button kind="primary" key="check" type="submit" form="wallets" busy={busy}>{t`Check`}</Button>
          </>
        )
      }
    >
      {seen ? (
        <LinesPreview outcome={seen} />
      ) : (
        <form id="wallets" onSubmit={look} className="grid grid-cols-1 gap-3.5">
          <TextArea
            rows={7}
            data-autofocus
            value={pasted}
            onChange={event => setPasted(event.currentTarget.value)}
            disabled={busy}
            spellCheck={false}
            autoCapitalize="none"
            placeholder="0x…"
            label={<Trans>Addresses, one per line</Trans>}
            hint={
              <Trans>
                {kinds}. In a table, only the first column is read. Enter a contract wallet with its chain, as
                0x…@1.
              </Trans>
            }
          />
          <label className="grid gap-1.5 text-12 font-medium text-ink-2">
            <Trans>Or upload a file</Trans>
            <input
              type="file"
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              disabled={busy}
              onChange={event => void takeFile(event)}
              className="min-w-0 text-12 text-ink-2 file:mr-2 file:h-(--control-sm) file:rounded-2 file:border file:border-line-strong file:bg-raised file:px-2 file:text-12 file:text-ink"
            />
          </label>
          <TextField
            value={label}
            onChange={event => setLabel(event.currentTarget.value)}
            disabled={busy}
            maxLength={80}
            label={<Trans>Label</Trans>}
            hint={<Trans>Optional note for administrators: the source of these wallets.</Trans>}
          />
        </form>
      )}
      <div role="status" className="mt-3 text-12 text-ink-3 empty:hidden">
        {busy && parts && (
          <Trans>
            {figure((add.isPending ? add : check).done)} of {figure(linesIn(parts))} lines
          </Trans>
        )}
      </div>
      <div className="mt-3">
        <FormError>{complaint ?? sayProblem(add.error ?? check.error)}</FormError>
        {add.isError && add.done > 0 && (
          <p className="mt-2 text-12 text-ink-3">
            <Trans>
              The wallets sent so far are on the list. Press again to continue. Nothing is added twice.
            </Trans>
          </p>
        )}
      </div>
    </Dialog>
  )
}
