import { useQuery } from '@tanstack/react-query'
import type { Similar } from '#/entities/issue/view'
import { caseQuery } from '#/features/issues/triage/api'

/** What a report may repeat: the suggested one first, then what fails in the same way. */
export function useSimilar(number: number, quality: string): Similar[] {
  const { data } = useQuery(caseQuery(number, quality))
  const target = data?.suggestion?.target
  const weight = ({ number: found, why }: Similar) => (found === target ? 2 : why === 'failure' ? 1 : 0)
  return (data?.similar ?? []).toSorted((one, other) => weight(other) - weight(one))
}
