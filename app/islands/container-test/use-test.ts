import { useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '~/app/i18n/text'
import type { TestInstance } from '~/app/request/test-instance'
import { fetchJson, fetchOk, Refused } from '../runtime/calls'
import { paceOf } from './test-progress'

export type Act = 'start' | 'stop'

const METHODS: Record<Act, string> = { start: 'POST', stop: 'DELETE' }

/** Polls a test instance while it changes and the page is visible, and starts and stops it. */
export function useTestInstance(url: string, made: TestInstance | null) {
  const t = useText()
  const [test, setTest] = useState(made)
  const [sent, setSent] = useState<Act | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  const poll = useCallback(async () => {
    const fresh = await fetchJson<TestInstance | null>(url)
    if (mounted.current) setTest(fresh)
  }, [url])

  const pace = paceOf(test, { sent: sent !== null })
  useEffect(() => {
    if (pace === null) return
    let timer: ReturnType<typeof setTimeout>
    let closed = false
    const again = async () => {
      // The next poll may succeed.
      if (!document.hidden) await poll().catch(() => {})
      if (!closed) timer = setTimeout(again, pace)
    }
    timer = setTimeout(again, pace)
    return () => {
      closed = true
      clearTimeout(timer)
    }
  }, [pace, poll])

  const act = async (wanted: Act) => {
    if (sent) return
    setSent(wanted)
    setRefused(null)
    try {
      await fetchOk(url, { method: METHODS[wanted] })
    } catch (error) {
      const reason = error instanceof Refused ? error.message : t('instances:box.network')
      if (mounted.current) setRefused(reason || t('instances:box.not_done'))
    }
    await poll().catch(() => {})
    if (mounted.current) setSent(null)
  }

  return { test, sent, refused: test?.state === 'failed' ? null : refused, act }
}
