import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { GAP, GROUNDS, isFinished, REASON } from '#/features/issues/decide/templates'
import { MOD } from '#/lib/key-names'
import { Button } from '#/ui/Button'
import { Checkbox, Radio } from '#/ui/Choice'
import { FormError } from '#/ui/FormError'
import { Dialog } from '#/ui/Dialog'
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

  function decide() {
    if (!ready || busy) return
    onDecide({ resolution, reason: reason.trim(), ...(resolution === 'spam' ? { confirm: true } : {}) })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={<Trans>Close</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={!ready}
            onClick={decide}
            keys={<Keys of={[MOD, '↵']} />}
          >
            <Trans>Close the report</Trans>
          </Button>
        </>
      }
    >
      <div
        role="group"
        aria-label={t`Outcome and reason`}
        className="grid gap-4"
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) decide()
          if ((event.target as Element).matches('textarea')) return
          const hit = GROUNDS.find(({ key }) => key === event.key)
          if (!hit || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          choose(hit.resolution)
        }}
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
        <FormError>{problem}</FormError>
      </div>
    </Dialog>
  )
}

/** Puts the caret where the template wants words. */
function selectGap(field: HTMLTextAreaElement | null) {
  if (!field) return
  const at = field.value.indexOf(GAP)
  field.focus()
  if (at >= 0) field.setSelectionRange(at, at + 1)
}
