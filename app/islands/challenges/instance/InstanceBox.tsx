import { useEffect, useRef, useState } from 'react'
import { Banner } from '~/app/components/Banner'
import { CircleDotIcon } from '~/app/components/challenge-icons'
import { useText } from '~/app/i18n/text'
import { serverNow, useNow } from '~/app/islands/runtime/clock'
import type { InstanceView } from '~/server/instances/contract'
import { SECOND_MS } from '~/server/platform/time'
import { useSecondsLeft } from '../dialog/use-seconds-left'
import { usePage } from '../page'
import { hrefOf } from '../query'
import { useNumber } from '../words'
import { InstanceBody } from './InstanceBody'
import { headlineOf, InstanceHead } from './InstanceHead'
import { standingOf } from './instance-progress'
import type { Intent, Trouble } from './use-instances'

interface InstanceBoxProps {
  challengeId: number
  /** Null while it is being fetched. */
  view: InstanceView | null
  failed: string | null
  /** Unix milliseconds when the page was made, if it came with the view; else null. */
  made: number | null
  me: string
  sending: Intent | null
  trouble: Trouble | null
  onAct(intent: Intent): void
  onRetry(): void
}

export function InstanceBox({ view, failed, onRetry, ...rest }: InstanceBoxProps) {
  const t = useText()
  const number = useNumber()
  return (
    <div>
      <h3>
        {t('instances:box.title')}
        {view && view.limit > 0 && (
          <span className="push">
            {t('instances:box.in_use', { n: number(view.inUse), limit: number(view.limit) })}
          </span>
        )}
      </h3>
      {view && <Box view={view} {...rest} />}
      {!view && failed && (
        <Banner
          tone="bad"
          inline
          action={
            <button type="button" className="btn sm" onClick={onRetry}>
              {t('common:try_again')}
            </button>
          }
        >
          {failed}
        </Banner>
      )}
      {!view && !failed && (
        <div className="ibox late" aria-busy="true">
          <span className="sr">{t('challenges:loading')}</span>
          <span className="skeleton w50" />
          <span className="skeleton w90" />
        </div>
      )}
    </div>
  )
}

type BoxProps = Omit<InstanceBoxProps, 'view' | 'failed' | 'onRetry'> & { view: InstanceView }

const TONES: Partial<Record<string, string>> = {
  ready: 'ok',
  unhealthy: 'warn',
  stuck: 'warn',
  failed: 'bad'
}

function Box({ view, made, me, sending, trouble, onAct }: BoxProps) {
  const t = useText()
  const [start] = useState(() => made ?? serverNow())
  const now = useNow(start, SECOND_MS)
  const standing = standingOf(view, now)
  const { phase, soon, barrier } = standing
  const wait = useSecondsLeft(trouble?.until ?? null)
  const blocked = sending !== null || wait > 0
  const acted = useRef(false)
  const box = useFocusKept(phase, acted)
  const announcement = useAnnouncement(
    headlineOf(t, view, standing),
    view.state === 'ready' ? (view.entry ?? '') : ''
  )
  const act = (intent: Intent) => {
    acted.current = true
    if (!blocked) onAct(intent)
  }
  const idle = phase === 'none' || phase === 'ended'
  const tone = idle && barrier ? (barrier === 'limit' ? 'warn' : 'bad') : soon ? 'warn' : TONES[phase]
  return (
    <section ref={box} className="ibox" data-s={tone} tabIndex={-1} aria-label={t('instances:box.title')}>
      <p className="sr" role="status">
        {announcement}
      </p>
      <InstanceHead view={view} standing={standing} now={now} />
      <InstanceBody view={view} standing={standing} me={me} sent={{ intent: sending, blocked }} onAct={act} />
      {view.recorded && (
        <p className="recorded">
          <CircleDotIcon />
          {t('instances:box.recorded_tunnels')}
        </p>
      )}
      {trouble && (trouble.until === null || wait > 0) && (
        <p className="trouble" role="alert">
          {trouble.message}{' '}
          {wait > 0 && <span aria-hidden="true">{t('challenges:result.wait', { count: wait })}</span>}
        </p>
      )}
      <CheckAgain shown={!['none', 'ended', 'failed', 'stuck'].includes(phase)} />
    </section>
  )
}

function CheckAgain({ shown }: { shown: boolean }) {
  const t = useText()
  const { gameId, query } = usePage()
  if (!shown) return null
  return (
    <a className="link small no-js-only" href={hrefOf(gameId, query)}>
      {t('challenges:result.again')}
    </a>
  )
}

/** Announces changes once; nothing at first. */
function useAnnouncement(headline: string, detail: string): string {
  const [announcement, setAnnouncement] = useState('')
  const known = useRef(headline)
  useEffect(() => {
    if (known.current === headline) return
    known.current = headline
    setAnnouncement(detail ? `${headline} ${detail}` : headline)
  }, [headline, detail])
  return announcement
}

/** The pressed button disappears with its state, so the box gets the focus. */
function useFocusKept(phase: string, acted: { current: boolean }) {
  const box = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new phase is what takes buttons away
  useEffect(() => {
    if (acted.current && document.activeElement === document.body) box.current?.focus()
  }, [phase, acted])
  return box
}
