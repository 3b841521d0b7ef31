import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode, SubmitEvent } from 'react'
import { after, before as stepBefore, type StepName } from '#/features/start/steps'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'

interface Props {
  step: StepName
  /** The question of the step. */
  title: string
  busy: boolean
  problem: ReactNode
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A step: its fields, a button that saves them, and the ways past it. */
export function StepForm({ step, title, busy, problem, onSubmit, children }: Props) {
  const before = stepBefore(step)
  return (
    <form
      aria-label={title}
      className="grid grid-cols-1 gap-4"
      onSubmit={event => {
        event.preventDefault()
        if (!busy) onSubmit(event)
      }}
    >
      <h2 className="text-20">{title}</h2>
      {children}
      <FormError>{problem}</FormError>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" kind="primary" size="large" busy={busy}>
          <Trans>Save and continue</Trans>
        </Button>
        <Link
          to="/admin/setup/{-$step}"
          params={{ step: after(step) }}
          className="py-2 text-ink-2 underline underline-offset-2"
        >
          <Trans>Skip</Trans>
        </Link>
        {before && (
          <Link
            to="/admin/setup/{-$step}"
            params={{ step: before }}
            className="py-2 text-ink-2 underline underline-offset-2"
          >
            <Trans>Back</Trans>
          </Link>
        )}
      </div>
    </form>
  )
}
