import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readAhead } from '#/app/read-ahead'
import { ReportsReview } from '#/app/review/ReportsReview'
import { ReviewPage } from '#/app/review/ReviewPage'
import { MissingPage } from '#/app/shell/MissingPage'
import { useMoralis } from '#/backend/use-moralis'
import { REVIEW_KINDS, type ReviewKind } from '#/features/review/kinds'
import { SkeletonRows } from '#/ui/Skeleton'

const MissionReview = lazy(async () => ({
  default: (await import('#/features/review/missions/MissionReview')).MissionReview,
}))
const AppealReview = lazy(async () => ({
  default: (await import('#/features/review/appeals/AppealReview')).AppealReview,
}))
const FairnessReview = lazy(async () => ({
  default: (await import('#/features/review/fairness/FairnessReview')).FairnessReview,
}))
const PointsReview = lazy(async () => ({
  default: (await import('#/features/review/points/PointsReview')).PointsReview,
}))
const UnsignedReview = lazy(async () => ({
  default: (await import('#/features/review/unsigned/UnsignedReview')).UnsignedReview,
}))

export const Route = createFileRoute('/_member/review/$kind/{-$item}')({
  component: ReviewRoute,
  shouldReload: false,
  loader: ahead => readAhead('review', ahead),
})

/** For administrators; to others it does not exist. */
function ReviewRoute() {
  const { user, expired } = useMoralis()
  const params = Route.useParams()
  const kind = REVIEW_KINDS.find(known => known === params.kind)
  if (!(user ?? expired)?.isAdmin || !kind) return <MissingPage />
  return kind === 'reports' ? (
    <ReportsReview number={numberIn(params.item)} />
  ) : (
    <ReviewPage key={kind} kind={kind}>
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <Queue kind={kind} />
      </Suspense>
    </ReviewPage>
  )
}

const numberIn = (item: string | undefined) => (item && /^\d{1,9}$/.test(item) ? Number(item) : null)

function Queue({ kind }: { kind: Exclude<ReviewKind, 'reports'> }) {
  const { item = null } = Route.useParams()
  const navigate = Route.useNavigate()
  const onItem = (next: string | null) =>
    void navigate({ params: { kind, item: next ?? undefined }, replace: true })
  switch (kind) {
    case 'missions':
      return <MissionReview />
    case 'appeals':
      return <AppealReview item={item} onItem={onItem} />
    case 'fairness':
      return <FairnessReview item={item} onItem={onItem} />
    case 'points':
      return <PointsReview item={item} onItem={onItem} />
    case 'unsigned':
      return <UnsignedReview item={item} onItem={onItem} />
  }
}
