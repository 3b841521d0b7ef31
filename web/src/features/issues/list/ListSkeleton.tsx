import { Bone, Skeleton } from '#/ui/Skeleton'

const WIDTHS = ['w-7/12', 'w-5/12', 'w-1/2', 'w-4/12']

/** Ten rows where issues will be, of the same height. */
export function ListSkeleton() {
  return (
    <Skeleton>
      {Array.from({ length: 10 }, (_, row) => (
        <div
          key={row}
          className="grid min-h-[59px] grid-cols-[44px_minmax(0,1fr)] items-center gap-4 border-t border-line-faint pr-4 pl-2.5 first:border-t-0 md:grid-cols-[44px_minmax(0,1fr)_168px_118px_92px]"
        >
          <Bone className="!h-10 !w-11 !rounded-2" />
          <div className="grid gap-2">
            <Bone className={WIDTHS[row % 4] as string} />
            <Bone className="!h-2 w-3/12" />
          </div>
          <Bone className="w-2/3 max-md:hidden" />
          <Bone className="w-2/3 max-md:hidden" />
          <Bone className="w-full max-md:hidden" />
        </div>
      ))}
    </Skeleton>
  )
}
