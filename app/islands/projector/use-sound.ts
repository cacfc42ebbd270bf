import { useEffect, useRef, useState } from 'react'
import type { News } from './scene'

/** Loaded when it is first heard; a bell that cannot be loaded is silent. */
const ringIn = (context: AudioContext) =>
  void import('./ring').then(({ ring }) => ring(context)).catch(() => {})

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
    if (on && isNew && context.current) ringIn(context.current)
  }, [first, on])
  useEffect(() => () => void context.current?.close(), [])
  const toggle = () => {
    if (!on) {
      context.current ??= new AudioContext()
      void context.current.resume()
      ringIn(context.current)
    }
    setOn(!on)
  }
  return { on, toggle }
}
