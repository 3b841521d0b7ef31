import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'

interface Props {
  /** What the form is for, to those who cannot see it. */
  label: string
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** What is wrong with it as a whole. */
  complaint?: ReactNode
  /** The words of the button. */
  submit: ReactNode
  /** The keys that press it. */
  keys?: ReactNode
  busy: boolean
  /** Left of the button. */
  before?: ReactNode
  /** Right of the button. */
  after?: ReactNode
  children: ReactNode
}

/** A few fields and one button, on a page that has nothing else to do. */
export function ShortForm({
  label,
  onSubmit,
  complaint,
  submit,
  keys,
  busy,
  before,
  after,
  children,
}: Props) {
  function submitted(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy) onSubmit(event)
  }

  return (
    <form onSubmit={submitted} className="flex flex-col gap-3" aria-label={label}>
      {children}
      <FormError>{complaint}</FormError>
      <div className="mt-1 flex items-center gap-5">
        {before}
        <span className="flex-1">
          <Button type="submit" kind="primary" size="large" shape="block" busy={busy} keys={keys}>
            {submit}
          </Button>
        </span>
        {after}
      </div>
    </form>
  )
}
