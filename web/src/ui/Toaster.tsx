import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { cssTransition, ToastContainer, toast as show } from 'react-toastify/unstyled'
import { aboveBottomBar } from '#/lib/bottom-bar'
import { ToastCard } from '#/ui/ToastCard'
import { receiveToasts } from '#/ui/toasts'
import '#/ui/member.css'
import '#/ui/toaster.css'
import '#/locales/member'

const SHOWN_FOR = 5000
const rise = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapse: false })

/** Bottom right, dark, newest lowest, at most four. */
export default function Toaster() {
  const { t } = useLingui()

  useEffect(
    () =>
      receiveToasts(message =>
        show(({ closeToast }) => <ToastCard toast={message} onClose={closeToast} />, {
          autoClose: message.tone === 'danger' ? false : SHOWN_FOR,
          role: message.tone === 'danger' ? 'alert' : 'status',
        }),
      ),
    [],
  )

  return (
    <div ref={aboveBottomBar} className="contents">
      <ToastContainer
        aria-label={t`Notifications`}
        position="bottom-right"
        theme="dark"
        transition={rise}
        limit={4}
        newestOnTop={false}
        closeButton={false}
        closeOnClick={false}
        draggable={false}
        pauseOnHover
        pauseOnFocusLoss
      />
    </div>
  )
}
