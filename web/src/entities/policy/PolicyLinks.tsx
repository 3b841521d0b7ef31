import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { POLICY_NAME, type PolicyKind } from '#/entities/policy/kinds'

/** Links to pages of the programme, each in a tab of its own: what was typed beside them stays. */
export function PolicyLinks({ kinds }: { kinds: readonly PolicyKind[] }) {
  const { t } = useLingui()
  return kinds.map((kind, order) => (
    <Fragment key={kind}>
      {order > 0 && ', '}
      <a href={`/legal/${kind}`} target="_blank" rel="noopener" className="underline underline-offset-2">
        {t(POLICY_NAME[kind])}
      </a>
    </Fragment>
  ))
}
