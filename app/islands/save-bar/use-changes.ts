import { type RefObject, useEffect, useState } from 'react'
import { changedLabels, controlsOf, givenOf, labelOf, shownIn } from './changes'

/** Labels of the fields that differ from what the page was loaded with. */
export function useChanges(inside: RefObject<HTMLElement>): string[] {
  const [labels, setLabels] = useState<string[]>([])
  useEffect(() => {
    const form = inside.current?.closest('form')
    if (!form) return
    const given = new Map(controlsOf(form).map((control) => [control, givenOf(control)]))
    const compare = () => {
      const entries = controlsOf(form).map((control) => ({
        label: labelOf(control),
        was: given.get(control) ?? '',
        now: shownIn(control)
      }))
      const next = changedLabels(entries)
      setLabels((last) => (last.join('\n') === next.join('\n') ? last : next))
    }
    let frame = 0
    // Islands may change other fields before the next frame.
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(compare)
    }
    soon()
    form.addEventListener('input', soon)
    return () => {
      cancelAnimationFrame(frame)
      form.removeEventListener('input', soon)
    }
  }, [inside])
  return labels
}
