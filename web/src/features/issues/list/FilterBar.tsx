import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowUpDown, Check, Funnel, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { type Sort, SORTS } from '#/entities/issue/sort'
import { type Count, HowMany, TotalSaid } from '#/features/issues/list/HowMany'
import { ListNews } from '#/features/issues/list/ListNews'
import { filtersOf, termFor, withFacet } from '#/features/issues/list/query-text'
import { type Choice, useFacets } from '#/features/issues/list/use-facets'
import { SORT } from '#/features/issues/issue-messages'
import { useNarrow } from '#/lib/use-narrow'
import { Button } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'
import { FilterChip } from '#/ui/FilterChip'
import { Menu, MenuItem, MenuLabel } from '#/ui/Menu'
import { SelectField } from '#/ui/SelectField'

interface Props {
  query: string
  sort: Sort
  compact: boolean
  count: Count | null
  /** What the list does not show yet. */
  news: { fresh: number; isReordered: boolean }
  onNews: () => void
  /** Opened by key. */
  openSort: boolean
  onOpenSort: (open: boolean) => void
  onQuery: (query: string) => void
  onSort: (sort: Sort) => void
  onCompact: (compact: boolean) => void
}

/** One chip for each thing a list can be narrowed by, the number of issues, and their order. */
export function FilterBar(props: Props) {
  const narrow = useNarrow()
  const facets = useFacets()
  const { query, count, onQuery } = props
  return (
    <div className="my-3 flex items-center gap-1.5">
      {narrow ? (
        <FilterSheet query={query} facets={facets} onQuery={onQuery} />
      ) : (
        <div id="filters" className="flex flex-wrap items-center gap-1.5">
          {facets.map(choice => (
            <Chip key={choice.facet} choice={choice} query={query} onQuery={onQuery} />
          ))}
        </div>
      )}
      {narrow && <SortMenu {...props} />}
      <span className="ml-auto flex flex-none items-center gap-1.5">
        {count && (
          <ListNews {...props.news} onShow={props.onNews}>
            <HowMany count={count} narrow={narrow} />
          </ListNews>
        )}
        <TotalSaid query={query} count={count} />
        {!narrow && <SortMenu {...props} />}
        {!narrow && <Density compact={props.compact} onCompact={props.onCompact} />}
      </span>
    </div>
  )
}

interface ChipProps {
  choice: Choice
  query: string
  onQuery: (query: string) => void
}

function Chip({ choice: { facet, label, options }, query, onQuery }: ChipProps) {
  const term = termFor(query, facet)
  if (term) {
    const words = options.find(({ value }) => value === term.value)?.label ?? term.value
    return (
      <FilterChip on onClick={() => onQuery(withFacet(query, facet, null))}>
        {label}: {words}
      </FilterChip>
    )
  }
  return (
    <Menu trigger={<FilterChip>{label}</FilterChip>}>
      {options.length === 0 && (
        <MenuLabel>
          <Trans>Nothing to choose from yet</Trans>
        </MenuLabel>
      )}
      {options.map(option => (
        <MenuItem key={option.value} onSelect={() => onQuery(withFacet(query, facet, option.value))}>
          {option.label}
        </MenuItem>
      ))}
    </Menu>
  )
}

function SortMenu({ sort, onSort, openSort, onOpenSort }: Props) {
  const { t } = useLingui()
  return (
    <Menu
      align="end"
      open={openSort}
      onOpenChange={onOpenSort}
      trigger={
        <Button
          kind="ghost"
          size="small"
          aria-label={t`Sort: ${t(SORT[sort])}`}
          icon={<ArrowUpDown size={14} strokeWidth={1.9} aria-hidden />}
        >
          {t(SORT[sort])}
        </Button>
      }
    >
      {SORTS.filter(each => each !== 'queue').map(each => (
        <MenuItem
          key={each}
          onSelect={() => onSort(each)}
          icon={<Check size={14} className={each === sort ? undefined : 'invisible'} aria-hidden />}
        >
          {t(SORT[each])}
        </MenuItem>
      ))}
    </Menu>
  )
}

function Density({ compact, onCompact }: { compact: boolean; onCompact: (compact: boolean) => void }) {
  const { t } = useLingui()
  return (
    <Menu
      align="end"
      trigger={
        <Button
          kind="ghost"
          size="small"
          shape="icon"
          aria-label={t`Density`}
          icon={<SlidersHorizontal size={14} strokeWidth={1.9} aria-hidden />}
        />
      }
    >
      {[
        { value: false, label: t`Comfortable` },
        { value: true, label: t`Compact` },
      ].map(({ value, label }) => (
        <MenuItem
          key={label}
          onSelect={() => onCompact(value)}
          icon={<Check size={14} className={value === compact ? undefined : 'invisible'} aria-hidden />}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** All filters at once, for a thumb. */
function FilterSheet({
  query,
  facets,
  onQuery,
}: {
  query: string
  facets: Choice[]
  onQuery: (query: string) => void
}) {
  const [open, setOpen] = useState(false)
  const set = filtersOf(query).length
  return (
    <>
      <Button
        size="small"
        icon={<Funnel size={14} strokeWidth={1.9} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <Trans>Filters</Trans>
        {set > 0 && <span className="font-normal text-ink-3">{set}</span>}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={<Trans>Filters</Trans>}
        footer={
          <>
            <Button kind="ghost" onClick={() => onQuery('')}>
              <Trans>Clear all</Trans>
            </Button>
            <Button kind="primary" onClick={() => setOpen(false)}>
              <Trans>Show</Trans>
            </Button>
          </>
        }
      >
        <div className="grid gap-3">
          {facets.map(({ facet, label, options }) => (
            <SelectField
              key={facet}
              label={label}
              value={termFor(query, facet)?.value ?? ''}
              onChange={event => onQuery(withFacet(query, facet, event.target.value || null))}
            >
              <option value="">–</option>
              {options.map(option => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      </Dialog>
    </>
  )
}
