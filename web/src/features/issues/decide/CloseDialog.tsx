import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { GAP, GROUNDS, isFinished, REASON } from '#/features/issues/decide/templates'
import { MOD } from '#/lib/key-names'
import { Checkbox, Radio } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { Keys } from '#/ui/Keys'
import { TextArea } from '#/ui/TextArea'

interface Props {
  onClose: () => void
  onDecide: (params: { resolution: string; reason: string; confirm?: boolean }) => void
  busy: boolean
  /** Why the server refused. */
  problem?: React.ReactNode
}

/** Closing needs an outcome and a public reason. */
export function CloseDialog({ onClose, onDecide, busy, problem }: Props) {
  const { t } = useLingui()
  const [resolution, setResolution] = useState('')
  const [reason, setReason] = useState('')
  const [sure, setSure] = useState(false)
  const penalty = useIssueMessages().programme?.spamPenalty
  const ground = GROUNDS.find(each => each.resolution === resolution)
  const ready = ground && isFinished(reason, REASON) && (resolution !== 'spam' || sure)

  function choose(next: string) {
    const template = GROUNDS.find(each => each.resolution === next)?.template
    // At once: what is typed next goes into the gap.
    flushSync(() => {
      setResolution(next)
      if (template && (reason === '' || GROUNDS.some(each => t(each.template) === reason)))
        setReason(t(template))
    })
    selectGap(document.querySelector('#close-reason textarea'))
  }

  return (
    <FormDialog
      width="wide"
      title={<Trans>Close</Trans>}
      label={t`Outcome and reason`}
      submit={<Trans>Close the report</Trans>}
      keys={<Keys of={[MOD, '↵']} />}
      busy={busy}
      disabled={!ready}
      problem={problem}
      onSubmit={() =>
        onDecide({ resolution, reason: reason.trim(), ...(resolution === 'spam' ? { confirm: true } : {}) })
      }
      onKeyDown={event => {
        if ((event.target as Element).matches('textarea')) return
        const hit = GROUNDS.find(({ key }) => key === event.key)
        if (!hit || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        choose(hit.resolution)
      }}
      onClose={onClose}
    >
      <fieldset className="grid grid-cols-2 gap-x-4 gap-y-2 max-md:grid-cols-1">
        <legend className="sr-only">{t`Outcome`}</legend>
        {GROUNDS.map(({ resolution: value, key, label }, order) => (
          <span key={value} className="flex items-center gap-2">
            <Keys of={[key]} />
            <Radio
              name="ground"
              label={t(label)}
              checked={resolution === value}
              onChange={() => choose(value)}
              data-autofocus={order === 0 || undefined}
            />
          </span>
        ))}
      </fieldset>
      <div id="close-reason">
        <TextArea
          label={<Trans>Reason, visible to everyone</Trans>}
          rows={4}
          value={reason}
          maxLength={REASON.most}
          onChange={event => setReason(event.target.value)}
          hint={
            reason.includes(GAP) ? (
              <Trans>Finish the sentence at “…”.</Trans>
            ) : (
              <Trans>
                At least {REASON.least} characters. Shown on the report. The reporter can reopen it once.
              </Trans>
            )
          }
        />
      </div>
      {resolution === 'spam' && (
        <Checkbox
          label={
            penalty ? (
              <Plural
                value={penalty}
                one="It is spam: the reporter loses # point."
                other="It is spam: the reporter loses # points."
              />
            ) : (
              <Trans>It is spam.</Trans>
            )
          }
          checked={sure}
          onChange={event => setSure(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}

/** Puts the caret where the template wants words. */
function selectGap(field: HTMLTextAreaElement | null) {
  if (!field) return
  const at = field.value.indexOf(GAP)
  field.focus()
  if (at >= 0) field.setSelectionRange(at, at + 1)
}
