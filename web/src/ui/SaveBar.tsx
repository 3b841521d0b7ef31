import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { bottomBar } from '#/lib/bottom-bar'
import { MOD } from '#/lib/key-names'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'
import { Keys } from '#/ui/Keys'

interface Props {
  changed: number
  saving: boolean
  onSave: () => void
  onReset: () => void
}

/** At the bottom while something is not saved. Leaving asks first. */
export function SaveBar({ changed, saving, onSave, onReset }: Props) {
  const { t } = useLingui()
  const dirty = changed > 0
  usePageCommands([
    {
      id: 'save',
      label: t`Save`,
      keys: ['mod+s'],
      unlisted: !dirty,
      // With nothing to save the key does nothing, rather than what the browser would do.
      run: () => dirty && onSave(),
    },
  ])

  return (
    <>
      <LeaveGuard dirty={dirty && !saving} />
      {dirty && (
        <div
          ref={bottomBar}
          className="sticky bottom-4 z-(--z-sticky) flex items-center gap-3 rounded-3 bg-overlay px-4 py-2.5 shadow-overlay"
        >
          <span className="text-ink-2" role="status">
            <Plural value={changed} one="# change is not saved" other="# changes are not saved" />
          </span>
          <span className="ml-auto flex gap-2">
            <Button kind="ghost" onClick={onReset} disabled={saving}>{t`Discard`}</Button>
            <Button kind="primary" busy={saving} onClick={onSave} keys={<Keys of={[MOD, 'S']} />}>
              <Trans>Save</Trans>
            </Button>
          </span>
        </div>
      )}
    </>
  )
}

/** Asks before what was typed is lost. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { history } = useRouter()
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null)

  useEffect(() => {
    if (!dirty) return
    return history.block({
      enableBeforeUnload: true,
      // The router waits for the answer: `true` keeps the page.
      blockerFn: () => new Promise<boolean>(resolve => setAnswer(() => (leave: boolean) => resolve(!leave))),
    })
  }, [dirty, history])

  function decide(leave: boolean) {
    answer?.(leave)
    setAnswer(null)
  }

  return (
    <Dialog
      open={answer !== null}
      onClose={() => decide(false)}
      title={<Trans>Leave without saving?</Trans>}
      footer={
        <>
          <Button onClick={() => decide(true)}>
            <Trans>Leave</Trans>
          </Button>
          <Button kind="primary" data-autofocus onClick={() => decide(false)}>
            <Trans>Stay</Trans>
          </Button>
        </>
      }
    >
      <Trans>Your changes on this page are not saved and would be lost.</Trans>
    </Dialog>
  )
}
