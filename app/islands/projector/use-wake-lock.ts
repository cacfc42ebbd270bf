import { useEffect } from 'react'

/** Keeps the screen on while the page is visible, where the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let closed = false
    const hold = async () => {
      // Unsupported without https, and refused at low battery. A hidden page loses the lock.
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
