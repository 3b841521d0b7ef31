import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { BellOff, Check, Flag } from 'lucide-react'
import { type FailureAnswer, useFailureAnswer } from '#/entities/notification/failure'
import type { FailedCall } from '#/entities/notification/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { usePageCommands } from '#/lib/page-commands'
import { Button, ButtonLink } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { toast } from '#/ui/toasts'

interface Props {
  failure: FailedCall
  isCursor: boolean
}

/** Reports a failed transaction of the reader, or says that it needs no report. The report ends the question. */
export function FailureActions({ failure, isCursor }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { sayProblem } = useProblemMessages()
  const sending = useFailureAnswer()
  const report = {
    to: '/issues/new',
    search: { tx: failure.hash ?? '', chain: String(failure.chainId) },
  } as const

  const send = (answer: FailureAnswer) =>
    sending.mutate(
      { failure: failure.id, answer },
      {
        onSuccess: () =>
          toast({
            tone: 'success',
            title: answer === 'stop' ? t`You won’t be asked again.` : t`Thanks. Your answer was saved.`,
            ...(answer === 'stop'
              ? { detail: t`You can switch it on again under Profile, Wallets.` }
              : undefined),
          }),
      },
    )
  usePageCommands(
    isCursor && !sending.isPending
      ? [
          { id: 'report', label: t`Report it`, keys: ['1'], run: () => void navigate(report) },
          { id: 'fine', label: t`It was fine`, keys: ['2'], run: () => send('fine') },
          { id: 'stop-asking', label: t`Don’t ask again`, keys: ['3'], run: () => send('stop') },
        ]
      : [],
  )
  const busy = sending.isPending ? sending.variables.answer : null
  return (
    <div className="grid gap-2.5">
      <span className="flex flex-wrap gap-2 max-md:gap-1 max-md:[&_svg]:hidden">
        <ButtonLink
          size="small"
          {...report}
          icon={<Flag size={14} strokeWidth={1.9} aria-hidden />}
          keys={isCursor && <Keys of={['1']} />}
        >
          <Trans>Report it</Trans>
        </ButtonLink>
        <Button
          size="small"
          busy={busy === 'fine'}
          onClick={() => send('fine')}
          icon={<Check size={14} strokeWidth={1.9} aria-hidden />}
          keys={isCursor && <Keys of={['2']} />}
        >{t`It was fine`}</Button>
        <Button
          size="small"
          kind="ghost"
          busy={busy === 'stop'}
          onClick={() => send('stop')}
          icon={<BellOff size={14} strokeWidth={1.9} aria-hidden />}
          keys={isCursor && <Keys of={['3']} />}
        >{t`Don’t ask again`}</Button>
      </span>
      <FormError>{sayProblem(sending.error)}</FormError>
    </div>
  )
}
