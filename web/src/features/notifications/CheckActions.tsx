import { Trans, useLingui } from '@lingui/react/macro'
import { Check, X } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useFixCheck } from '#/entities/issue/use-fix-check'
import type { CheckVerdict } from '#/entities/issue/view'
import { NOTIFICATIONS } from '#/entities/notification/queries'
import type { Notification } from '#/entities/notification/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { trimmedFieldsOf } from '#/lib/form'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { TextArea } from '#/ui/TextArea'
import { toast } from '#/ui/toasts'

interface Props {
  row: Notification
  issue: { number: number }
  build: { id: string; version: string }
  isCursor: boolean
}

/** Says whether a fix works. What is still broken wants a word more. */
export function CheckActions({ issue: { number }, build, isCursor }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const check = useFixCheck(NOTIFICATIONS)
  const [explaining, setExplaining] = useState(false)

  const send = (verdict: CheckVerdict, note?: string) =>
    check.mutate(
      { number, build: build.id, verdict, ...(note ? { note } : {}) },
      {
        onSuccess: () => toast({ tone: 'success', title: t`Thanks. Your check of #${number} was recorded.` }),
      },
    )
  usePageCommands(
    isCursor && !check.isPending
      ? [
          { id: 'works', label: t`#${number} works`, keys: ['1'], run: () => send('works') },
          { id: 'broken', label: t`#${number} is still broken`, keys: ['2'], run: () => setExplaining(true) },
          { id: 'untested', label: t`Cannot test #${number}`, keys: ['3'], run: () => send('cannot_test') },
        ]
      : [],
  )

  function explain(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    send('still_broken', trimmedFieldsOf(event, 'note').note)
  }

  if (explaining)
    return (
      <form onSubmit={explain} className="grid max-w-[68ch] gap-2.5">
        <TextArea
          name="note"
          rows={2}
          maxLength={1000}
          // The button that was pressed is gone.
          autoFocus
          label={<Trans>What happens now, on {build.version}?</Trans>}
        />
        <FormError>{sayProblem(check.error)}</FormError>
        <span className="flex gap-2">
          <Button size="small" type="submit" busy={check.isPending}>{t`Send the check`}</Button>
          <Button size="small" kind="ghost" onClick={() => setExplaining(false)}>
            <Trans>Cancel</Trans>
          </Button>
        </span>
      </form>
    )
  const busy = check.isPending ? check.variables.verdict : null
  return (
    <div className="grid gap-2.5">
      <span className="flex flex-wrap gap-2 max-md:gap-1 max-md:[&_svg]:hidden">
        <Button
          size="small"
          busy={busy === 'works'}
          onClick={() => send('works')}
          icon={<Check size={14} strokeWidth={1.9} aria-hidden />}
          keys={isCursor && <Keys of={['1']} />}
        >{t`Works`}</Button>
        <Button
          size="small"
          onClick={() => setExplaining(true)}
          icon={<X size={14} strokeWidth={1.9} aria-hidden />}
          keys={isCursor && <Keys of={['2']} />}
        >{t`Still broken`}</Button>
        <Button
          size="small"
          kind="ghost"
          busy={busy === 'cannot_test'}
          onClick={() => send('cannot_test')}
          keys={isCursor && <Keys of={['3']} />}
        >{t`Cannot test`}</Button>
      </span>
      <FormError>{sayProblem(check.error)}</FormError>
    </div>
  )
}
