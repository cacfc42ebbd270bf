import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds of rest before a text is shown anew. */
const REST = 400

/**
 * The text of the area as safe HTML, made by the platform whenever writing rests; until then what it was last.
 * `failed`: the platform could not be asked.
 */
export function usePreview(
  area: RefObject<HTMLTextAreaElement>,
  source: string,
  open: boolean,
  given: string
) {
  const [shown, setShown] = useState({ html: given, failed: false })
  useEffect(() => {
    const field = area.current
    if (!open || !field) return
    let controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      controller.abort()
      controller = new AbortController()
      try {
        const response = await fetch(source, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ content: field.value }),
          signal: controller.signal
        })
        if (!response.ok) throw new Error(`Refused with ${response.status}`)
        const { html } = (await response.json()) as { html: string }
        setShown({ html, failed: false })
      } catch (error) {
        if ((error as Error).name !== 'AbortError') setShown(({ html }) => ({ html, failed: true }))
      }
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, REST)
    }
    void ask()
    field.addEventListener('input', soon)
    return () => {
      clearTimeout(timer)
      controller.abort()
      field.removeEventListener('input', soon)
    }
  }, [area, source, open])
  return shown
}
