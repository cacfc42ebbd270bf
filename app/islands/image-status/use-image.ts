import { useCallback, useEffect, useState } from 'react'
import { useText } from '~/app/i18n/text'
import type { ImageView } from '~/server/engines/contract'
import { fetchJson, fetchOk, Refused } from '../runtime/calls'

const POLL_MS = 1000
const SLOW_MS = 5000

export const isUnderWay = (images: readonly ImageView[]) =>
  images.some(({ state }) => state === 'wanted' || state === 'pulling')

/** The image on every engine, polled while one is pulling it. `url`: of the call. */
export function useImage(url: string, made: readonly ImageView[]) {
  const t = useText()
  const [images, setImages] = useState(made)
  const [sent, setSent] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const busy = isUnderWay(images)

  useEffect(() => {
    if (!busy) return
    let timer: ReturnType<typeof setTimeout>
    let closed = false
    let last = ''
    const poll = async (wait: number) => {
      let next = wait
      if (!document.hidden)
        try {
          const fresh = await fetchJson<ImageView[]>(url)
          const text = JSON.stringify(fresh)
          next = text === last ? Math.min(SLOW_MS, wait * 1.5) : POLL_MS
          last = text
          if (!closed) setImages(fresh)
        } catch {
          next = SLOW_MS
        }
      if (!closed) timer = setTimeout(poll, next, next)
    }
    timer = setTimeout(poll, POLL_MS, POLL_MS)
    return () => {
      closed = true
      clearTimeout(timer)
    }
  }, [busy, url])

  const pull = useCallback(async () => {
    setSent(true)
    setRefused(null)
    try {
      await fetchOk(`${url}/pull`, { method: 'POST' })
      setImages(await fetchJson<ImageView[]>(url))
    } catch (error) {
      setRefused((error instanceof Refused && error.message) || t('instances:box.network'))
    }
    setSent(false)
  }, [url, t])

  return { images, busy, sent, refused, pull }
}
