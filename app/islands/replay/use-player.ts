import { useCallback, useEffect, useRef, useState } from 'react'

/** Seconds of the game per second of replay. */
export const SPEEDS = [60, 600, 3600] as const
export type Speed = (typeof SPEEDS)[number]

const FRAME = 250

interface Player {
  at: number
  playing: boolean
  speed: Speed
  setSpeed(speed: Speed): void
  seek(at: number): void
  toggle(): void
}

/** A clock that runs through a game. Times are Unix milliseconds. */
export function usePlayer(start: number, end: number, first: number): Player {
  const [at, setAt] = useState(first)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(600)
  const latest = useRef(at)
  latest.current = at

  const seek = useCallback(
    (to: number) => {
      const next = Math.min(end, Math.max(start, Math.round(to)))
      latest.current = next
      setAt(next)
    },
    [start, end]
  )
  useEffect(() => {
    if (!playing) return
    let before = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      seek(latest.current + (now - before) * speed)
      before = now
      if (latest.current >= end) setPlaying(false)
    }, FRAME)
    return () => clearInterval(timer)
  }, [playing, speed, seek, end])

  const toggle = () => {
    // At the end, playing starts again.
    if (!playing && latest.current >= end) seek(start)
    setPlaying(!playing)
  }
  return { at, playing, speed, setSpeed, seek, toggle }
}
