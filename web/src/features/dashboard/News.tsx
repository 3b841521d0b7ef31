import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ANNOUNCEMENT_LOOK } from '#/entities/announcement/kinds'
import { latestAnnouncementsQuery } from '#/entities/announcement/queries'
import { IssueLink } from '#/entities/issue/IssueLink'
import { Ago } from '#/ui/Ago'

const SHOWN = 3

/** What was announced last. Without announcements there is nothing. */
export function News() {
  const { t } = useLingui()
  const { data } = useQuery(latestAnnouncementsQuery)
  const shown = (data ?? []).filter(({ publishedAt }) => publishedAt !== null).slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="news">
      <h2 id="news" className="mb-2 text-13">{t`News`}</h2>
      <ul className="grid rounded-3 border border-line bg-panel lg:auto-cols-fr lg:grid-flow-col">
        {shown.map(({ id, kind, title, body, mine, publishedAt }) => {
          const { Icon, label } = ANNOUNCEMENT_LOOK[kind]
          return (
            <li
              key={id}
              className="flex min-w-0 gap-3 border-line-faint px-4 py-3 not-first:border-t lg:not-first:border-t-0 lg:not-first:border-l"
            >
              <Icon
                size={16}
                strokeWidth={1.75}
                className="mt-0.5 flex-none text-ink-3"
                role="img"
                aria-label={t(label)}
              />
              <span className="min-w-0">
                <h3 className="text-13 [overflow-wrap:anywhere]">{title}</h3>
                {body && <p className="line-clamp-3 text-ink-2 [overflow-wrap:anywhere]">{body}</p>}
                {mine.length > 0 && (
                  <p className="text-12 text-ink-2">
                    <Trans>Yours:</Trans>{' '}
                    {mine.map(number => (
                      <span key={number} className="mr-1.5">
                        <IssueLink number={number} />
                      </span>
                    ))}
                  </p>
                )}
                {publishedAt && (
                  <p className="text-12 text-ink-3">
                    <Ago at={publishedAt} />
                  </p>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
