import { useEffect, useState } from 'react'
import { useHydrated } from '../runtime/hydrated'
import { useFormat } from '../runtime/words/format'
import { useText } from '../runtime/words/text'
import { exchange, pageNow } from './exchange'

export interface RefreshProps {
  /** Unix milliseconds of what is shown. */
  at: number
  /** Between two polls. */
  seconds: number
  /** Address of this page, for those who ask themselves. */
  href: string
}

/** How old the page is; while somebody looks at it, its parts marked `data-fresh` are brought up to date. */
export function Refresh({ at, seconds, href }: RefreshProps) {
  const t = useText()
  const { clock } = useFormat()
  const hydrated = useHydrated()
  const [shown, setShown] = useState(at)
  const [late, setLate] = useState(false)

  useEffect(() => {
    const poll = async () => {
      if (document.hidden) return
      try {
        const fresh = await pageNow()
        exchange(document, fresh)
        setShown(Number(fresh.documentElement.dataset.now) || Date.now())
        setLate(false)
      } catch {
        setLate(true)
      }
    }
    const timer = setInterval(poll, seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds])

  return (
    <span className="live asof">
      {hydrated && <span className={late ? 'dot warn' : 'dot ok'} aria-hidden="true" />}
      <span>{t(late ? 'watch:late' : 'watch:as_of', { time: clock(new Date(shown)) })}</span>
      <a href={href}>{t('watch:refresh')}</a>
    </span>
  )
}
