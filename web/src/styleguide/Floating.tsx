import { Copy, Eye, GitMerge, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Shelf } from '#/styleguide/Controls'
import { Button } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'
import { Keys } from '#/ui/Keys'
import { Menu, MenuItem, MenuLabel, MenuRule } from '#/ui/Menu'
import { Panel } from '#/ui/Panel'
import { Tabs } from '#/ui/Tabs'
import { ToastCard } from '#/ui/ToastCard'
import { toast } from '#/ui/toasts'

const nothing = () => undefined

export function Floating() {
  const [asking, setAsking] = useState(false)
  const [tab, setTab] = useState('points')
  return (
    <>
      <div className="lg:!col-span-4">
        <Panel title="Menu, dialog, tooltip, tabs">
          <div className="grid gap-4">
            <Shelf>
              <Menu trigger={<Button>Menu</Button>}>
                <MenuLabel>Issue</MenuLabel>
                <MenuItem icon={<Eye size={16} aria-hidden />} keys={<Keys of={['w']} />}>
                  Watch
                </MenuItem>
                <MenuItem icon={<Copy size={16} aria-hidden />} keys={<Keys of={['y']} />}>
                  Copy link
                </MenuItem>
                <MenuItem icon={<GitMerge size={16} aria-hidden />} disabled>
                  Duplicate of
                </MenuItem>
                <MenuRule />
                <MenuItem icon={<Trash2 size={16} aria-hidden />} danger>
                  Withdraw
                </MenuItem>
              </Menu>
              <Button onClick={() => setAsking(true)}>Dialog</Button>
              <Button
                onClick={() =>
                  toast({ tone: 'success', title: 'Report #442 sent.', detail: 'First answer within 48 h.' })
                }
              >
                Toast
              </Button>
            </Shelf>
            <Tabs
              label="Profile"
              value={tab}
              onChange={setTab}
              tabs={[
                { value: 'points', label: 'Points', count: 27, content: 'Every entry of the ledger.' },
                { value: 'reports', label: 'Reports', content: 'Every report.' },
                { value: 'security', label: 'Security', content: 'Password and sessions.' },
              ]}
            />
          </div>
        </Panel>
      </div>
      <div className="lg:!col-span-4">
        <Panel title="Toasts" note="bottom right, dark in both themes">
          <div className="grid max-w-86 gap-2">
            <ToastCard
              toast={{ tone: 'success', title: 'Added to #418.', detail: 'You are one of 49.' }}
              onClose={nothing}
            />
            <ToastCard
              toast={{
                tone: 'danger',
                title: 'Logout failed.',
                detail: 'You are still signed in.',
                action: { label: 'Try again', onPress: nothing },
              }}
              onClose={nothing}
            />
            <ToastCard toast={{ tone: 'info', title: 'A new version is there.' }} onClose={nothing} />
          </div>
        </Panel>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Close #438 as not valid?"
        footer={
          <>
            <Button kind="ghost" keys={<Keys of={['Esc']} />} onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button kind="danger" data-autofocus onClick={() => setAsking(false)}>
              Close report
            </Button>
          </>
        }
      >
        @pavel_r is notified of your reason. Nothing was paid, so nothing is reversed. They may appeal for 14
        days.
      </Dialog>
    </>
  )
}
