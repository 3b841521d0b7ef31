import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { previewQuery, type Reach } from '#/features/announcements/api'
import { figure } from '#/lib/number'

/** How many people an announcement would reach now, and by which ways, as the server counts them. */
export function WhoIsTold({ reach, isReady = true }: { reach: Reach; isReady?: boolean }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const query = useQuery(previewQuery(reach, isReady))
  if (!isReady)
    return <p className="text-12 text-ink-3">{t`Choose a build to see how many people it concerns.`}</p>
  if (query.isError)
    return (
      <p role="status" className="text-12 text-ink-3">
        <Trans>Couldn’t count the recipients.</Trans> {sayProblem(query.error)}
      </p>
    )
  if (!query.data) return <p role="status" className="text-12 text-ink-3">{t`Counting…`}</p>
  const { people, byMailNow, byDigest, byPush, byChat, chatByChoice, channels } = query.data
  return (
    <div
      role="status"
      className="rounded-2 border border-line bg-sunken px-3 py-2"
      aria-busy={query.isFetching}
    >
      <p className="font-medium text-ink">
        {people === 0 ? (
          <Trans>No recipients.</Trans>
        ) : (
          <Plural value={people} one="# person will be notified." other="# people will be notified." />
        )}
      </p>
      {people > 0 && (
        <p className="text-12 text-ink-3">
          <Trans>
            E-mail now: {figure(byMailNow)}, digest: {figure(byDigest)}, push: {figure(byPush)}, chat:{' '}
            {figure(byChat)}. Everyone else sees it in the app only.
          </Trans>
        </p>
      )}
      {chatByChoice && (
        <p className="text-12 text-ink-3">
          <Trans>Too many recipients for individual chat messages: only users who chose chat get one.</Trans>
        </p>
      )}
      {channels > 0 && (
        <p className="text-12 text-ink-3">
          <Plural
            value={channels}
            one="It is posted to # channel of your team."
            other="It is posted to # channels of your team."
          />
        </p>
      )}
    </div>
  )
}
