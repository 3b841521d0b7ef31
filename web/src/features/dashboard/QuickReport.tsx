import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { MessageSquareWarning } from 'lucide-react'
import { useRef } from 'react'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { frame } from '#/ui/Field'
import { Keys } from '#/ui/Keys'

/** The quickest way to a report: what went wrong, in a few words. Known problems are shown before it is sent. */
export function QuickReport() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  usePageCommands([
    { id: 'quick-report', label: t`Say what went wrong`, keys: ['p'], run: () => field.current?.focus() },
  ])

  function report() {
    const title = field.current?.value.trim() ?? ''
    void navigate({ to: '/issues/new', search: title ? { title } : {} })
  }

  return (
    <section className="rounded-3 border border-line bg-panel p-4">
      <h2 className="mb-2.5 text-14">
        <Trans>Something went wrong?</Trans>
      </h2>
      <form
        onSubmit={event => {
          event.preventDefault()
          report()
        }}
        className={`${frame} h-11 pr-1.5 max-md:h-12`}
      >
        <MessageSquareWarning size={16} strokeWidth={1.75} className="text-ink-3" aria-hidden />
        <input
          ref={field}
          maxLength={140}
          aria-label={t`What went wrong`}
          placeholder={t`Say it in a few words, or paste the error message`}
          className="min-w-0 flex-1 bg-transparent text-14 text-ellipsis outline-none max-md:text-16"
        />
        <Keys of={['p']} />
        <Button type="submit" kind="primary" size="medium">
          <Trans>Look up</Trans>
        </Button>
      </form>
    </section>
  )
}
