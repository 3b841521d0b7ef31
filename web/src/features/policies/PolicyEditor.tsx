import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { POLICY_NAME, type PolicyKind } from '#/entities/policy/kinds'
import { readPolicy } from '#/entities/policy/queries'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { readPrivacyDraft, usePublish } from '#/features/policies/api'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { Checkbox } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { FormError } from '#/ui/FormError'
import { Dialog } from '#/ui/Dialog'
import { Markdown } from '#/ui/markdown/Markdown'
import { Segmented } from '#/ui/Segmented'
import { SkeletonRows } from '#/ui/Skeleton'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

interface Props {
  kind: PolicyKind
  /** The newest version, from which the next is written. 0 if there is none. */
  newest: number
  onClose: () => void
}

/** Writes the next version of a page. */
export function PolicyEditor(props: Props) {
  const { t } = useLingui()
  const { kind, newest, onClose } = props
  const text = useQuery({
    queryKey: ['admin', 'policy-text', kind, newest],
    queryFn: () => readPolicy(kind, newest),
    enabled: newest > 0,
    // What is typed must not change under a user's hands.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (newest === 0) return <Editor {...props} text="" />
  if (text.data) return <Editor {...props} text={text.data.body} />
  return (
    <Dialog open width="wide" title={t(POLICY_NAME[kind])} onClose={onClose}>
      <Await
        alone
        level={3}
        query={text}
        skeleton={<SkeletonRows rows={6} />}
        failed={<Trans>Couldn’t load the page.</Trans>}
      >
        {() => null}
      </Await>
    </Dialog>
  )
}

function Editor({ kind, newest, text, onClose }: Props & { text: string }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const publish = usePublish()
  const draft = useMutation({ mutationFn: readPrivacyDraft, onSuccess: setText })
  const [body, setBody] = useState(text)
  const [note, setNote] = useState('')
  const [asks, setAsks] = useState(newest === 0)
  const [view, setView] = useState<'write' | 'preview'>('write')
  const name = t(POLICY_NAME[kind])
  const version = newest + 1

  function setText(written: string) {
    setBody(written)
    setView('write')
  }

  return (
    <FormDialog
      width="wide"
      title={
        <Trans>
          {name}, version {version}
        </Trans>
      }
      submit={t`Publish`}
      busy={publish.isPending}
      disabled={body.trim() === '' || body === text}
      problem={sayProblem(publish.error)}
      onClose={onClose}
      onSubmit={() =>
        publish.mutate(
          { kind, body, note: note.trim(), asks, version: newest },
          {
            onSuccess: () => {
              toast({ tone: 'success', title: t`Published: ${name}` })
              onClose()
            },
          },
        )
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t`View`}
          value={view}
          onChange={setView}
          options={[
            { value: 'write', label: t`Write` },
            { value: 'preview', label: t`Preview` },
          ]}
        />
        {kind === 'privacy' && (
          <Button size="small" busy={draft.isPending} onClick={() => draft.mutate()}>
            {body ? <Trans>Replace with a draft</Trans> : <Trans>Start with a draft</Trans>}
          </Button>
        )}
      </div>
      {kind === 'privacy' && (
        <p className="text-12 text-ink-3">
          <Trans>
            The draft lists what this server stores, by its own list. Fill in the places in brackets, and have
            it checked.
          </Trans>
        </p>
      )}
      <FormError>{sayProblem(draft.error)}</FormError>
      {view === 'write' ? (
        <TextArea
          label={<Trans>Text, in Markdown</Trans>}
          rows={16}
          maxLength={60_000}
          required
          value={body}
          onChange={event => setBody(event.currentTarget.value)}
        />
      ) : (
        <div className="min-h-60 rounded-2 border border-line px-4 py-3">
          <Markdown headings text={body} />
        </div>
      )}
      {newest > 0 && (
        <TextField
          name="note"
          maxLength={300}
          label={<Trans>What changed (optional)</Trans>}
          value={note}
          onChange={event => setNote(event.currentTarget.value)}
        />
      )}
      <Checkbox
        checked={asks}
        onChange={event => setAsks(event.currentTarget.checked)}
        label={
          <span>
            <Trans>Testers must accept this version before they report, vote or comment</Trans>
          </span>
        }
      />
    </FormDialog>
  )
}
