export const REVIEW_KINDS = ['reports', 'missions', 'appeals', 'fairness', 'points', 'unsigned'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/** The case in hand is in the address, so that a colleague can be sent to it. */
export interface ReviewProps {
  item: string | null
  onItem: (item: string | null) => void
}
