import { useEffect, useState } from 'react'
import { post } from '../runtime/calls'
import type { ComposeView } from './reading'

/** Milliseconds of rest before a text is looked at. */
const REST = 400

const NOTHING: ComposeView = { faults: [], services: [] }

/** What `text` gives, asked of the platform whenever it has rested; until then what the last one gave. */
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
        const read = await post<ComposeView>(source, { text })
        if (current) setReading(read)
      } catch {
        // Saving checks it anyway.
      }
    }, REST)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [source, text, given, first])
  return reading
}
