import { useEffect, useState } from 'react'

/** Example flags of a template; `fault` as text. */
export interface Sampled {
  fault: string | null
  bits: number
  /** Least bits for a template without hash and GUID. */
  least: number
  samples: { id: number; team: string | null; flag: string }[]
}

const DEBOUNCE_MS = 300

/** Samples `template` on the server whenever typing rests; until then returns the last result. */
export function useSamples(source: string, template: string, given: string, first: Sampled): Sampled {
  const [sampled, setSampled] = useState(first)
  useEffect(() => {
    if (template === given) return setSampled(first)
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const query = new URLSearchParams({ template })
        const response = await fetch(`${source}?${query}`, { signal: controller.signal })
        if (response.ok) setSampled((await response.json()) as Sampled)
      } catch {}
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [source, template, given, first])
  return sampled
}
