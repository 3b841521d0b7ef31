import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#/app/shell/error-pages'
import { POLICY_KINDS } from '#/entities/policy/kinds'
import { LegalPage } from '#/features/policies/LegalPage'

export const Route = createFileRoute('/legal/$kind/{-$version}')({ component: Legal })

/** A published page, for everyone. Its address stays the same; with a number it is that version. */
function Legal() {
  const { kind: wanted, version } = Route.useParams()
  const kind = POLICY_KINDS.find(known => known === wanted)
  if (!kind || (version !== undefined && !/^\d{1,6}$/.test(version))) return <NotFound />
  return <LegalPage key={`${kind} ${version}`} kind={kind} version={version ? Number(version) : undefined} />
}
