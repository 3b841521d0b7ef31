import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { previewQuery, type Reach } from '#/features/announcements/api'
import { figure } from '#/lib/number'

/** How many people an announcement would reach now, and by which ways, as the server counts them. */
export function WhoIsTold({ reach, isReady = true }: { reach: Reach; isReady?: boolean }) {
  const { sayProblem } = useProblemMessages()
  const query = useQuery(previewQuery(reach, isReady))
  if (!isReady)
    return (
      <p className="text-12 text-ink-3">
        <Trans>Choose a build to see how many people it concerns.</Trans>
      </p>
    )
  if (query.isError)
    return (
      <p role="status" className="text-12 text-ink-3">
        <Trans>How many are told cannot be said now.</Trans> {sayProblem(query.error)}
      </p>
    )
  if (!query.data)
    return (
      <p role="status" className="text-12 text-ink-3">
        <Trans>Counting…</Trans>
      </p>
    )
  const { people, byMailNow, byDigest, byPush, byChat, chatByChoice, channels } = query.data
  return (
    <div
      role="status"
      className="rounded-2 border border-line bg-sunken px-3 py-2"
      aria-busy={query.isFetching}
    >
      <p className="font-medium text-ink">
        {people === 0 ? (
          <Trans>Nobody is told.</Trans>
        ) : (
          <Plural value={people} one="# person is told." other="# people are told." />
        )}
      </p>
      {people > 0 && (
        <p className="text-12 text-ink-3">
          <Trans>
            By mail at once {figure(byMailNow)}, in the digest {figure(byDigest)}, by push {figure(byPush)},
            by chat {figure(byChat)}; all others in the app alone.
          </Trans>
        </p>
      )}
      {chatByChoice && (
        <p className="text-12 text-ink-3">
          <Trans>So many are not written to one by one in their chats: only those who chose it are.</Trans>
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
