import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useId } from 'react'
import { formFields } from '#/lib/form'
import { Button } from '#/ui/Button'
import { frame } from '#/ui/Field'

/** The way in for anyone who was invited: the code, then an account. */
export function InvitationEntry({ from }: { from: string | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const id = useId()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = formFields(event, 'code').code.trim()
    void navigate({ to: '/sign-up', search: { ...(code ? { code } : {}), ...(from ? { from } : {}) } })
  }

  return (
    <form onSubmit={onSubmit} aria-label={t`Invitation`}>
      <label htmlFor={id} className="text-12 font-medium text-ink-2">{t`Have an invitation?`}</label>
      <div className="mt-1.5 flex gap-2">
        <div className={`${frame} h-(--control) max-md:h-(--control-lg)`}>
          <input
            id={id}
            name="code"
            placeholder={t`Code`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="mono min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3 max-md:text-16"
          />
        </div>
        <Button type="submit">{t`Join`}</Button>
      </div>
    </form>
  )
}
