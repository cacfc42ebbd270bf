import { type RefObject, useEffect, useState } from 'react'

const DEBOUNCE_MS = 400

/** Safe HTML from the server whenever typing rests, until then the last one. `failed`: the request failed. */
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
    const fetchPreview = async () => {
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
      timer = setTimeout(fetchPreview, DEBOUNCE_MS)
    }
    void fetchPreview()
    field.addEventListener('input', soon)
    return () => {
      clearTimeout(timer)
      controller.abort()
      field.removeEventListener('input', soon)
    }
  }, [area, source, open])
  return shown
}
