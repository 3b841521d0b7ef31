import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { LogOut } from 'lucide-react'
import { useLogOut } from '#/app/shell/use-log-out'
import { useMoralis } from '#/backend/use-moralis'
import type { User } from '#/backend/user'
import { StreakTile } from '#/entities/person/StreakTile'
import { RoleBadge } from '#/ui/Badge'
import { Button } from '#/ui/Button'

/** Who is signed in, as what, and the way out. */
export function UserBlock({ user }: { user: User }) {
  const { t } = useLingui()
  const { isLoggingOut } = useMoralis()
  const logOut = useLogOut()
  const { pathname } = useLocation()
  const here = pathname === `/u/${user.username}` || pathname.startsWith('/link/')

  return (
    <div className="grid flex-none grid-cols-1 gap-2.5 border-t border-line-faint px-4 py-3">
      <div className="flex items-center gap-2">
        {user.username ? (
          <Link
            to="/u/$username"
            params={{ username: user.username }}
            aria-label={t`Your profile, @${user.username}`}
            aria-current={here ? 'page' : undefined}
            className={clsx(
              '-m-1 flex min-w-0 items-center gap-2 rounded-2 p-1 font-medium text-ink hover:text-ink',
              here && 'bg-active',
            )}
          >
            <StreakTile name={user.username} />
            <span className="truncate">@{user.username}</span>
          </Link>
        ) : (
          <span className="flex items-center gap-2 font-medium">
            <StreakTile name="" />
            <Trans>Guest</Trans>
          </span>
        )}
        <span className="ml-auto">
          <RoleBadge isAdmin={user.isAdmin} />
        </span>
      </div>
      <Button
        size="small"
        shape="block"
        busy={isLoggingOut}
        onClick={logOut}
        icon={<LogOut size={14} strokeWidth={1.9} aria-hidden />}
      >{t`Logout`}</Button>
    </div>
  )
}
