import { useCallback, useRef, useState } from 'react'
import type { ToastItem } from './Toasts'

/** How long a notice stays, in milliseconds (docs/rules/interface.md#notices-panel). */
const STAY = 5000
const MOST = 4

export function useToasts() {
  const [toasts, setToasts] = useState<readonly ToastItem[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  const dismiss = useCallback((id: string) => {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    setToasts((shown) => shown.filter((toast) => toast.id !== id))
  }, [])

  const show = useCallback(
    (toast: ToastItem) => {
      setToasts((shown) => [...shown.filter(({ id }) => id !== toast.id), toast].slice(-MOST))
      if (toast.kind !== 'unknown')
        timers.current.set(
          toast.id,
          setTimeout(() => dismiss(toast.id), STAY)
        )
    },
    [dismiss]
  )

  return { toasts, show, dismiss }
}
