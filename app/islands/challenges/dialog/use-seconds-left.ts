import { useEffect, useState } from 'react'

const leftUntil = (until: number | null) =>
  until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Whole seconds until `until` (Unix milliseconds); 0 afterwards and for null. */
export function useSecondsLeft(until: number | null): number {
  const [, tick] = useState(0)
  const left = leftUntil(until)
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => {
      tick((ticks) => ticks + 1)
      if (leftUntil(until) === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}
