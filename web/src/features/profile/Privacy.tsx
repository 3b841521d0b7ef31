import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { profileQuery, useSetPrivacy } from '#/features/profile/api'
import { Switch } from '#/ui/Choice'
import { Panel } from '#/ui/Panel'
import { toast } from '#/ui/toasts'

/** What others see of oneself. Takes effect at once. */
export function Privacy({ username }: { username: string }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const query = useQuery(profileQuery(username))
  const set = useSetPrivacy()
  const shown = set.variables?.showOnLeaderboard ?? query.data?.privacy?.showOnLeaderboard ?? true

  function choose(showOnLeaderboard: boolean) {
    set.mutate(
      { showOnLeaderboard },
      {
        onSuccess: () =>
          toast({
            tone: 'success',
            title: showOnLeaderboard
              ? t`Your name is on the board.`
              : t`The board shows you as a hidden tester.`,
          }),
        onError: error => toast({ tone: 'danger', title: t`Couldn’t save the change.`, detail: sayProblem(error) }),
      },
    )
  }

  return (
    <Panel title={<Trans>Visibility to others</Trans>}>
      <div className="grid grid-cols-1 justify-items-start gap-1">
        <Switch
          label={<Trans>Show my name on the leaderboard</Trans>}
          checked={set.isError ? !shown : shown}
          disabled={set.isPending}
          onChange={event => choose(event.target.checked)}
        />
        <p className="max-w-[60ch] text-12 text-ink-3">
          <Trans>
            If this is off, you keep your rank and points, and others see “Hidden tester”. Your reports still show your name. When a season is paid, every member can see payout addresses, points and amounts without names, and can compare the points with the leaderboard.
          </Trans>
        </p>
      </div>
    </Panel>
  )
}
