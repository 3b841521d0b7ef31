import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleX, Info, X } from 'lucide-react'
import type { Toast } from '#/ui/toasts'

const LOOK = {
  success: { Icon: CircleCheck, colour: 'text-toast-ok' },
  danger: { Icon: CircleX, colour: 'text-toast-bad' },
  info: { Icon: Info, colour: 'text-toast-info' },
}

interface Props {
  toast: Toast
  onClose: () => void
}

/** One toast. Dark in both themes. */
export function ToastCard({ toast, onClose }: Props) {
  const { t } = useLingui()
  const { Icon, colour } = LOOK[toast.tone]

  function act() {
    toast.action?.onPress()
    onClose()
  }

  return (
    <div
      data-theme="dark"
      className="flex w-full items-start gap-2.5 rounded-3 border border-toast-line bg-toast p-3 text-13 text-toast-ink shadow-toast"
    >
      <Icon size={16} strokeWidth={1.75} className={`mt-0.5 flex-none ${colour}`} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{toast.title}</p>
        {(toast.detail || toast.action) && (
          <p className="text-12 leading-[1.125rem] text-toast-ink-2">
            {toast.detail}{' '}
            {toast.action && (
              <button type="button" onClick={act} className="text-toast-link hover:underline">
                {toast.action.label}
              </button>
            )}
          </p>
        )}
      </div>
      <button
        type="button"
        onClick={onClose}
        aria-label={t`Close`}
        className="flex-none p-0.5 text-toast-ink-2 hover:text-toast-ink"
      >
        <X size={14} strokeWidth={1.9} aria-hidden />
      </button>
    </div>
  )
}
