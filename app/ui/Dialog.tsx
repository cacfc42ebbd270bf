import { type ReactNode, useId } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useHydrated } from './hydrated'
import { UiLocale } from './UiLocale'

interface DialogProps {
  isOpen: boolean
  /** Escape, a press outside, or the dialog's own buttons. */
  onClose(): void
  /** Id of the heading inside that names the dialog. */
  titleId: string
  size?: 'mid' | 'wide'
  /** Class of the dialog, such as chal-dialog. */
  className?: string
  /** `.dialog-head`, `.dialog-body`, `.dialog-foot`. */
  children: ReactNode
}

/**
 * A modal dialog. On the server, and for readers without script, it is plain markup over the page (whose rest
 * the page makes inert); once the island runs, focus stays inside and returns where it came from.
 */
export function Dialog({ isOpen, onClose, titleId, size, className, children }: DialogProps) {
  const hydrated = useHydrated()
  if (!isOpen) return null
  const classes = className ? `react-aria-Dialog ${className}` : 'react-aria-Dialog'
  if (!hydrated) {
    return (
      <div className="react-aria-ModalOverlay">
        <div className={size ? `react-aria-Modal ${size}` : 'react-aria-Modal'}>
          <section className={classes} role="dialog" aria-modal="true" aria-labelledby={titleId}>
            {children}
          </section>
        </div>
      </div>
    )
  }
  return (
    <UiLocale>
      <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
        <Modal className={size ? `react-aria-Modal ${size}` : 'react-aria-Modal'}>
          <AriaDialog className={classes} aria-labelledby={titleId}>
            {children}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </UiLocale>
  )
}

interface ConfirmProps {
  isOpen: boolean
  title: string
  /** What will happen. */
  children: ReactNode
  confirm: string
  cancel: string
  /** Looks of the confirming button; danger-solid for what destroys. */
  look?: 'primary' | 'danger-solid'
  onConfirm(): void
  onCancel(): void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ isOpen, title, children, look = 'primary', ...rest }: ConfirmProps) {
  const titleId = useId()
  return (
    <Dialog isOpen={isOpen} onClose={rest.onCancel} titleId={titleId}>
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
      </div>
      <div className="dialog-body">{children}</div>
      <div className="dialog-foot">
        <button type="button" className="btn" onClick={rest.onCancel}>
          {rest.cancel}
        </button>
        <button type="button" className={`btn ${look}`} onClick={rest.onConfirm}>
          {rest.confirm}
        </button>
      </div>
    </Dialog>
  )
}
