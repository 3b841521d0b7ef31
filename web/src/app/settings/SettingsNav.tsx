import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { PAGE_LABEL, type SettingsPageName } from '#/app/settings/pages'
import { useListedGroups } from '#/app/settings/use-listed-groups'

const row =
  'flex flex-none items-center gap-2.5 rounded-2 px-2.5 text-ink-2 whitespace-nowrap hover:bg-hover hover:text-ink hover:no-underline max-md:h-11'

const intoView = (link: HTMLElement | null) => link?.scrollIntoView?.({ inline: 'center', block: 'nearest' })

/** The seven groups. Only the open one shows its pages; on phones there is nothing else. */
export function SettingsNav({ page }: { page: SettingsPageName }) {
  const { t } = useLingui()
  const groups = useListedGroups(page)
  return (
    <nav
      aria-label={t`Settings`}
      className="border-line px-2 py-3 max-md:flex max-md:overflow-x-auto max-md:border-b max-md:py-2 md:border-r"
    >
      <div className="flex gap-0.5 md:sticky md:top-[calc(var(--strip)+12px)] md:flex-col">
        {groups.map(({ name, label, Icon, pages }) => {
          const isOpen = pages.includes(page)
          return (
            <div key={name} className={isOpen ? '' : 'max-md:hidden'}>
              <Link
                to="/admin/settings/$tab"
                params={{ tab: pages[0] ?? 'general' }}
                aria-expanded={isOpen}
                className={`${row} h-8 max-md:hidden ${isOpen ? 'font-medium text-ink' : ''}`}
              >
                <Icon size={15} strokeWidth={1.75} className="flex-none text-ink-3" aria-hidden />
                {t(label)}
              </Link>
              {isOpen && (
                <div className="flex gap-0.5 md:mt-0.5 md:mb-1.5 md:ml-4 md:flex-col md:border-l md:border-line md:pl-2">
                  {pages.map(each => (
                    <Link
                      key={each}
                      // On phones the list can be longer than the screen.
                      ref={each === page ? intoView : null}
                      to="/admin/settings/$tab"
                      params={{ tab: each }}
                      aria-current={each === page ? 'page' : undefined}
                      className={`${row} h-[30px] aria-[current]:bg-active aria-[current]:font-medium aria-[current]:text-ink`}
                    >
                      {t(PAGE_LABEL[each])}
                    </Link>
                  ))}
                </div>
              )}
            </div>
          )
        })}
      </div>
    </nav>
  )
}
