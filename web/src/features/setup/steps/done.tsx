import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Step, StepProps } from '#/features/setup/step'
import { button } from '#/ui/Button'

function Item({ done = false, title, children }: { done?: boolean; title: ReactNode; children?: ReactNode }) {
  const Icon = done ? CircleCheck : Circle
  return (
    <li className="flex gap-2.5 py-2.5">
      <Icon
        size={16}
        strokeWidth={1.75}
        className={done ? 'mt-0.5 flex-none text-success' : 'mt-0.5 flex-none text-ink-3'}
        aria-hidden
      />
      <p className="text-ink-2">
        <span className="font-medium text-ink">{title}</span>
        {done ? (
          <span className="sr-only">
            {' '}
            <Trans>(done)</Trans>
          </span>
        ) : (
          <span className="block">{children}</span>
        )}
      </p>
    </li>
  )
}

function Done({ draft }: StepProps) {
  return (
    <>
      <p className="text-14 text-ink-2">
        <Trans>
          <strong className="font-medium text-ink">{draft.product}</strong> is ready, and you are signed in as @{draft.username}. The setup token has been used up.
        </Trans>
      </p>
      <ul className="divide-y divide-line-faint border-y border-line-faint">
        <Item done title={<Trans>An administrator</Trans>} />
        <Item done title={<Trans>Names</Trans>} />
        {draft.networkId ? (
          <Item done title={<Trans>A network</Trans>} />
        ) : (
          <Item title={<Trans>Add a network</Trans>}>
            <Trans>Connect a node so that pasted hashes can be explained.</Trans>
          </Item>
        )}
        <Item title={<Trans>Review the settings</Trans>}>
          <Trans>Choose who can join and how many points reports earn.</Trans>
        </Item>
        <Item title={<Trans>Invite the first testers</Trans>}>
          <Trans>Create a link and choose how many people can use it.</Trans>
        </Item>
        <Item title={<Trans>Back up</Trans>}>
          <Trans>
            <code className="mono">touchstone backup</code> copies the database and the uploaded files
            together.
          </Trans>
        </Item>
      </ul>
      {/* A new load, so that the page comes with the new names. */}
      <a href="/" data-autofocus className={button({ kind: 'primary', size: 'large', shape: 'block' })}>
        <Trans>Open the dashboard</Trans>
      </a>
    </>
  )
}

/** What has happened, and what is next. */
export const done: Step = { id: 'done', title: msg`Done`, Body: Done, isFinal: true }
