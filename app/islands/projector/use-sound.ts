import { useEffect, useRef, useState } from 'react'
import type { News } from './scene'

/** Seconds that a stroke rings. */
const RING = 1.6

/** Two strokes of a ship's bell. */
function ring(context: AudioContext): void {
  for (const [hertz, after] of [
    [880, 0],
    [1318, 0.28]
  ] as const) {
    const at = context.currentTime + after
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.frequency.value = hertz
    volume.gain.value = 0.2
    volume.gain.setTargetAtTime(0, at, RING / 5)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + RING)
  }
}

/**
 * A bell for first bloods. Off until somebody asks for it, which browsers demand too, and again after each load of the page; it rings
 * once then, so that the loudness can be set. `first`: the newest first blood.
 */
export function useSound(first: News | null): { on: boolean; toggle: () => void } {
  const [on, setOn] = useState(false)
  const context = useRef<AudioContext | null>(null)
  const heard = useRef(first)
  useEffect(() => {
    const isNew = first !== null && (heard.current === null || first.at > heard.current.at)
    heard.current = first
    if (on && isNew && context.current) ring(context.current)
  }, [first, on])
  useEffect(() => () => void context.current?.close(), [])
  const toggle = () => {
    if (!on) {
      context.current ??= new AudioContext()
      void context.current.resume()
      ring(context.current)
    }
    setOn(!on)
  }
  return { on, toggle }
}
