import { useQuery } from '@tanstack/react-query'
import type { Similar } from '#/entities/issue/view'
import { caseQuery } from '#/features/issues/triage/api'

/** What a report may repeat, the suggested one first. */
export function useSimilar(number: number, quality: string): Similar[] {
  const { data } = useQuery(caseQuery(number, quality))
  const target = data?.suggestion?.target
  return (data?.similar ?? []).toSorted(
    (one, other) => Number(other.number === target) - Number(one.number === target),
  )
}
