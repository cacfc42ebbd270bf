import { useEffect, useState } from 'react'

/** What a template gives; `fault` in words. */
export interface Sampled {
  fault: string | null
  bits: number
  /** Bits that a template without hash and GUID needs. */
  least: number
  samples: { id: number; team: string | null; flag: string }[]
}

/** Milliseconds of rest before a template is tried. */
const REST = 300

/** What `template` gives, asked of the platform whenever it has rested; until then what the last one gave. */
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
      } catch {
        // Saving checks it anyway.
      }
    }, REST)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [source, template, given, first])
  return sampled
}
