import { useEffect } from 'react'

/** Keeps the screen from going dark while the page is in sight, where the browser knows how. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let closed = false
    const hold = async () => {
      // Absent without https; refused when the battery is low. The browser lets go whenever the page is hidden.
      if (document.hidden || !('wakeLock' in navigator)) return
      const held = await navigator.wakeLock.request('screen').catch(() => null)
      if (closed) await held?.release()
      else lock = held
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      closed = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
