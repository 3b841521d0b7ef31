import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX, Send } from 'lucide-react'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { maybe } from '#/backend/shapes'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'

const answer = v.object({
  ok: v.optional(v.boolean(), true),
  to: maybe(v.string()),
  detail: maybe(v.string()),
})

/** Sends one mail to the user who presses the button, and says what the sender said. */
export function MailTest() {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const test = useMutation({ mutationFn: () => call('mailTest', {}, answer) })
  const run = () => !test.isPending && test.mutate()
  usePageCommands([{ id: 'test', label: t`Send a test mail`, keys: ['t'], run }])
  return (
    <Panel title={<Trans>Sender</Trans>}>
      <div className="grid justify-items-start gap-2.5">
        <p className="text-ink-2">{t`A test e-mail is sent to your own address.`}</p>
        <Button
          busy={test.isPending}
          onClick={run}
          icon={<Send size={14} strokeWidth={1.9} aria-hidden />}
          keys={<Keys of={['t']} />}
        >{t`Send a test`}</Button>
        {test.data && (
          <p role="status" className="flex items-center gap-2">
            {test.data.ok ? (
              <>
                <CircleCheck size={14} strokeWidth={1.9} className="text-success" aria-hidden />
                <Trans>The mail server accepted it for {test.data.to}. Check whether it arrives.</Trans>
              </>
            ) : (
              <>
                <CircleX size={14} strokeWidth={1.9} className="text-danger" aria-hidden />
                <Trans>The mail server rejected it.</Trans> {test.data.detail}
              </>
            )}
          </p>
        )}
        <FormError>{sayProblem(test.error)}</FormError>
      </div>
    </Panel>
  )
}
