import { useEffect, useRef, useState } from 'react'
import type { News } from './scene'

/** Hertz of the two strokes of a ship's bell, seconds that they ring, and how loud. */
const BELL = { strokes: [880, 1318.5], apart: 0.28, ring: 1.6, loud: 0.2 }

function ring(context: AudioContext): void {
  BELL.strokes.forEach((frequency, place) => {
    const at = context.currentTime + place * BELL.apart
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(BELL.loud, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + BELL.ring)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + BELL.ring)
  })
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
