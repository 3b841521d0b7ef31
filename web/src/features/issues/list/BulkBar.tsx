import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { AlarmClock, CircleSlash, GitMerge, UserRound, X } from 'lucide-react'
import { useState } from 'react'
import { useBulk } from '#/features/issues/api'
import { CloseDialog } from '#/features/issues/decide/CloseDialog'
import { MergeDialog } from '#/features/issues/decide/MergeDialog'
import { daysFrom } from '#/features/issues/decide/snooze'
import { Button } from '#/ui/Button'
import { useExplain } from '#/ui/explain'
import { toast } from '#/ui/toasts'

interface Props {
  numbers: number[]
  onDone: () => void
}

/** One decision about everything that was chosen. */
export function BulkBar({ numbers, onDone }: Props) {
  const { t } = useLingui()
  const explain = useExplain()
  const bulk = useBulk()
  const [asking, setAsking] = useState<'close' | 'merge' | null>(null)
  if (numbers.length === 0) return null

  function run(command: string, params: object) {
    bulk.mutate(
      { command, numbers: numbers.slice(0, 200), params },
      {
        onSuccess: ({ done, refused }) => {
          toast({
            tone: refused.length > 0 ? 'info' : 'success',
            title: <Plural value={done.length} one="# issue changed." other="# issues changed." />,
            ...(refused.length > 0
              ? {
                  detail: refused
                    .slice(0, 3)
                    .map(({ number, reason }) => `#${number}: ${reason}`)
                    .join(' '),
                }
              : {}),
          })
          setAsking(null)
          onDone()
        },
        onError: error =>
          toast({ tone: 'danger', title: t`Nothing was changed.`, detail: explain(error).words }),
      },
    )
  }

  const glyph = { size: 14, strokeWidth: 1.9, 'aria-hidden': true } as const
  return (
    <section
      aria-label={t`Chosen issues`}
      className="sticky bottom-3 z-(--z-sticky) mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-1.5 rounded-3 bg-overlay p-1.5 pl-4 shadow-overlay"
    >
      <strong className="mr-2 font-medium">
        <Plural value={numbers.length} one="# chosen" other="# chosen" />
      </strong>
      <Button size="small" icon={<UserRound {...glyph} />} onClick={() => run('issueAssign', { user: 'me' })}>
        <Trans>Assign to me</Trans>
      </Button>
      <Button
        size="small"
        icon={<AlarmClock {...glyph} />}
        onClick={() => run('issueSnooze', { until: daysFrom(Date.now(), 7) })}
      >
        <Trans>Snooze a week</Trans>
      </Button>
      <Button size="small" icon={<GitMerge {...glyph} />} onClick={() => setAsking('merge')}>
        <Trans>Duplicates of…</Trans>
      </Button>
      <Button size="small" icon={<CircleSlash {...glyph} />} onClick={() => setAsking('close')}>
        <Trans>Close…</Trans>
      </Button>
      <Button
        kind="ghost"
        size="small"
        shape="icon"
        aria-label={t`Choose none`}
        onClick={onDone}
        icon={<X {...glyph} />}
      />
      {asking === 'close' && (
        <CloseDialog
          busy={bulk.isPending}
          onClose={() => setAsking(null)}
          onDecide={params => run('issueClose', params)}
        />
      )}
      {asking === 'merge' && (
        <MergeDialog
          busy={bulk.isPending}
          onClose={() => setAsking(null)}
          onDecide={into => run('issueMerge', { into })}
        />
      )}
    </section>
  )
}
