import { useEffect, useState } from 'react'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useHydrated } from '../runtime/use-hydrated'
import { pageNow, replaceMarked } from './exchange'

interface RefreshProps {
  at: number
  seconds: number
  /** Link to reload without script. */
  href: string
}

/** Age of the page; replaces its parts marked `data-fresh` while the page is visible. */
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
        replaceMarked(document, fresh)
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
