import { useCallback, useRef, useState } from 'react'
import { STAY } from './stay'
import { markTitle } from './title-mark'

const MAX_TOASTS = 4

/** At most four toasts; those without a duration stay until dismissed. The tab's title counts them while the page is hidden. */
export function useToasts<Toast extends { id: string }>() {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  const dismiss = useCallback((id: string) => {
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    setToasts((shown) => shown.filter((toast) => toast.id !== id))
  }, [])

  const show = useCallback(
    (toast: Toast, stay: number | null = STAY) => {
      clearTimeout(timers.current.get(toast.id))
      markTitle()
      setToasts((shown) => [...shown.filter(({ id }) => id !== toast.id), toast].slice(-MAX_TOASTS))
      if (stay !== null)
        timers.current.set(
          toast.id,
          setTimeout(() => dismiss(toast.id), stay)
        )
    },
    [dismiss]
  )

  return { toasts, show, dismiss }
}
