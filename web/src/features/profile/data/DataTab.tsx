import { DeletePanel } from '#/features/profile/data/DeletePanel'
import { DownloadPanel } from '#/features/profile/data/DownloadPanel'

/** What is kept about the reader: to take along, and to have removed. */
export function DataTab({ username, isAdmin }: { username: string; isAdmin: boolean }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <DownloadPanel username={username} />
      <DeletePanel username={username} isAdmin={isAdmin} />
    </div>
  )
}
