import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMoralis } from '#/backend/use-moralis'
import { FAILURE_CLASSES, VERDICTS } from '#/entities/evidence/failure'
import { VERDICT } from '#/entities/evidence/messages'
import { KIND, RESOLUTION, STATUS } from '#/entities/issue/messages'
import { SEVERITIES } from '#/entities/issue/schema'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { networksQuery } from '#/entities/network/queries'
import type { Completion, Vocabulary } from '#/features/issues/list/completion'
import type { Facet } from '#/features/issues/list/query-text'
import { CLAIM } from '#/features/issues/issue-messages'

export interface Option {
  value: string
  label: string
}

export interface Choice {
  facet: Facet
  label: string
  options: Option[]
}

/** What each chip offers. */
export function useFacets(): Choice[] {
  const { t } = useLingui()
  const { programme, severity } = useIssueMessages()
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const networks = useQuery(networksQuery).data ?? []

  const statuses = Object.entries(STATUS).map(([value, word]) => ({ value, label: t(word) }))
  return [
    {
      facet: 'status',
      label: t`Status`,
      options: [
        { value: 'open', label: t`open` },
        ...statuses.filter(({ value }) => value !== 'closed'),
        { value: 'closed', label: t`closed` },
      ],
    },
    {
      facet: 'kind',
      label: t`Kind`,
      options: Object.entries(KIND).map(([value, word]) => ({ value, label: t(word) })),
    },
    {
      facet: 'sev',
      label: t`Severity`,
      options: SEVERITIES.map(value => ({ value, label: `${value} ${severity(value) ?? t(CLAIM[value])}` })),
    },
    {
      facet: 'class',
      label: t`Class`,
      options: FAILURE_CLASSES.map(value => ({ value, label: value })),
    },
    {
      facet: 'area',
      label: t`Area`,
      options: (programme?.areas ?? []).map(({ key, name }) => ({ value: key, label: name })),
    },
    ...(networks.length > 0
      ? [
          {
            facet: 'net' as const,
            label: t`Network`,
            options: networks.map(({ chainId, name }) => ({ value: String(chainId), label: name })),
          },
        ]
      : []),
    {
      facet: 'build',
      label: t`Build`,
      options: (programme?.builds ?? [])
        .slice(0, 12)
        .map(({ version, channel }) => ({ value: version, label: `${channel} ${version}` })),
    },
    {
      facet: 'resolution',
      label: t`Outcome`,
      options: Object.entries(RESOLUTION).map(([value, word]) => ({ value, label: t(word) })),
    },
    ...(isAdmin
      ? [
          {
            facet: 'assignee' as const,
            label: t`Assignee`,
            options: [
              { value: 'me', label: t`me` },
              { value: 'none', label: t`unassigned` },
            ],
          },
          {
            facet: 'flag' as const,
            label: t`Marked`,
            options: [
              { value: 'answered', label: t`answered` },
              { value: 'private', label: t`private` },
              { value: 'snoozed', label: t`snoozed` },
            ],
          },
        ]
      : []),
  ]
}

const KEY_OF: Partial<Record<Facet, string>> = { status: 'is', flag: 'is' }

/** Every word a search understands, for the completion and for "did you mean". */
export function useVocabulary(): Vocabulary {
  const { t } = useLingui()
  const facets = useFacets()
  const vocabulary: Vocabulary = {}
  for (const { facet, label, options } of facets) {
    const key = KEY_OF[facet] ?? facet
    const values = options.map(({ value, label: note }): Completion => ({ text: value, note }))
    vocabulary[key] = { note: label, values: [...(vocabulary[key]?.values ?? []), ...values] }
  }
  const me = [{ text: 'me', note: t`you` }]
  return {
    ...vocabulary,
    reporter: { note: t`reporter`, values: me },
    affects: { note: t`affected user`, values: me },
    watching: { note: t`watcher`, values: me },
    check: { note: t`requested checker`, values: me },
    regressed: { note: t`came back after a fix`, values: [{ text: 'yes', note: t`came back` }] },
    tag: { note: t`a tag`, values: [] },
    verdict: {
      note: t`verdict of the evidence`,
      values: VERDICTS.map(text => ({ text, note: t(VERDICT[text]) })),
    },
    has: {
      note: t`attached proof`,
      values: [
        { text: 'tx', note: t`a transaction` },
        { text: 'quote', note: t`a quote` },
      ],
    },
    cluster: { note: t`a failure cluster`, values: [] },
    source: {
      note: t`where it was reported`,
      values: [
        { text: 'widget', note: t`on a page with the widget` },
        { text: 'web', note: t`in this app` },
      ],
    },
    origin: { note: t`page with the widget`, values: [] },
  }
}
