import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useRemoveError, useSaveError } from '#/features/networks/api'
import { ErrorFields, isMismatch, meaningOf } from '#/features/networks/ErrorFields'
import type { ErrorRow } from '#/features/networks/model'
import { selectorOf } from '#/features/networks/selector'
import { Checkbox } from '#/ui/Choice'
import { ConfirmedButton } from '#/ui/ConfirmedButton'
import { FormDialog } from '#/ui/FormDialog'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** Describes an error again, or one that the server knows by itself in other words. */
export function ErrorDialog({ row, onClose }: { row: ErrorRow | null; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveError()
  const remove = useRemoveError()
  const [key, setKey] = useState(row?.key ?? '')
  const [meaning, setMeaning] = useState(() => meaningOf(row ?? {}))
  const [enabled, setEnabled] = useState(row?.enabled ?? true)
  const isSelector = row ? !row.isText : /^0x[0-9a-f]{8}$/i.test(key.trim())
  // A signature may be typed in place of what it hashes to.
  const hashed = row ? null : selectorOf(key)
  const selector = isSelector ? key.trim().toLowerCase() : hashed
  const cannot = isMismatch(selector, meaning.signature)

  function submit() {
    if (cannot) return
    const { signature, advice, ...rest } = meaning
    const written = signature.trim() || (hashed ? key.trim() : '')
    save.mutate(
      {
        ...(row?.id ? { id: row.id } : {}),
        ...(selector
          ? { selector, ...(written ? { signature: written } : {}) }
          : { textPattern: key.trim() }),
        ...rest,
        ...(advice.trim() ? { advice } : {}),
        enabled,
      },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`The error is described.` })
          onClose()
        },
      },
    )
  }

  function takeAway(id: string) {
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`The description is removed.` })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      width="wide"
      onClose={onClose}
      title={row ? <span className="mono">{row.key}</span> : <Trans>Describe an error</Trans>}
      submit={<Trans>Save</Trans>}
      busy={save.isPending}
      disabled={cannot}
      problem={sayProblem(save.error)}
      before={
        row?.id && (
          <ConfirmedButton
            kind="ghost"
            label={<Trans>Remove</Trans>}
            title={<Trans>Remove this description?</Trans>}
            action={<Trans>Remove the description</Trans>}
            busy={remove.isPending}
            problem={sayProblem(remove.error)}
            onConfirm={() => takeAway(row.id ?? '')}
          >{t`Failures with this error are explained without it.`}</ConfirmedButton>
        )
      }
      onSubmit={submit}
    >
      {row && !row.id && <p>{t`This error is built in. Your description replaces the built-in one.`}</p>}
      {!row && (
        <TextField
          name="key"
          required
          mono
          data-autofocus
          minLength={3}
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={event => setKey(event.currentTarget.value)}
          label={<Trans>Selector, signature or text</Trans>}
          hint={
            selector ? (
              <Trans>Matched by the selector {selector}.</Trans>
            ) : (
              <Trans>Matched by this text anywhere in the message.</Trans>
            )
          }
        />
      )}
      <ErrorFields
        autofocus={!!row}
        selector={hashed && !isSelector ? null : selector}
        value={meaning}
        onChange={setMeaning}
      />
      <Checkbox
        checked={enabled}
        onChange={event => setEnabled(event.currentTarget.checked)}
        label={<Trans>In use</Trans>}
      />
    </FormDialog>
  )
}
