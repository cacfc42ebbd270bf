import { useEffect, useState } from 'react'
import { postJson } from '../runtime/calls'
import type { ComposeView } from './reading'

/** Milliseconds without typing before a text is read. */
const DEBOUNCE_MS = 400

const NOTHING: ComposeView = { faults: [], services: [] }

/** Reads `text` on the server whenever typing rests; until then returns the last result. */
export function useReading(
  source: string,
  text: string,
  given: string,
  first: ComposeView | null
): ComposeView {
  const [reading, setReading] = useState(first ?? NOTHING)
  useEffect(() => {
    if (text === given && first) return setReading(first)
    let current = true
    const timer = setTimeout(async () => {
      try {
        const read = await postJson<ComposeView>(source, { text })
        if (current) setReading(read)
      } catch {}
    }, DEBOUNCE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [source, text, given, first])
  return reading
}
