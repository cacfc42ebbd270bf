import type { ReactNode } from 'react'
import {
  CircleAlertIcon,
  CircleCheckIcon,
  CircleXIcon,
  FlagIcon,
  HourglassIcon,
  type Icon,
  TriangleAlertIcon
} from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { BoardSolve } from '~/scoring/rules'
import { usePage } from '../page'
import { hrefOf } from '../query'
import { bloodOf, useNumber } from '../words'
import { type Result, teaseOf } from './verdict'

function Message({ icon: Mark, tone, title, children }: MessageProps) {
  return (
    <>
      <span className={`row-tight ${tone}`}>
        <Mark />
        <b>{title}</b>
      </span>
      {children && <span>{children}</span>}
    </>
  )
}

interface MessageProps {
  icon: Icon
  tone: 'ok' | 'bad' | 'warn' | 'muted'
  title: string
  children?: ReactNode
}

interface FlagOutcomeProps {
  result: Result | null
  solve: BoardSolve | undefined
  practice: boolean
  /** Answered right in practice. */
  practised: boolean
  /** Solved while the public board is frozen. */
  behind: boolean
  /** Seconds until the next flag is allowed. */
  left: number
}

/** The result of the newest flag; without one, whether the challenge is solved. */
export function FlagOutcome({ result, left, solve, practice, practised, behind }: FlagOutcomeProps) {
  const t = useText()
  const number = useNumber()
  const { gameId } = usePage()
  if (result?.kind === 'accepted' || (solve && !result)) {
    const points = solve && t('challenges:result.points', { count: solve.score, n: number(solve.score) })
    const blood = solve && bloodOf(solve.type)
    const title = result ? t('challenges:result.accepted') : t('challenges:result.solved')
    return (
      <Message icon={CircleCheckIcon} tone="ok" title={title}>
        {blood
          ? `${t(`challenges:blood.${blood}`)} · ${points}`
          : (points ??
            (behind ? t('challenges:result.behind') : practice && t('challenges:result.unscored')))}{' '}
        {solve && !behind && (
          <a className="link" href={`/games/${gameId}/verify#receipts`}>
            {t('challenges:result.receipt')}
          </a>
        )}
      </Message>
    )
  }
  if (!result && behind)
    return (
      <Message icon={CircleCheckIcon} tone="ok" title={t('challenges:result.solved')}>
        {t('challenges:result.behind')}
      </Message>
    )
  if (!result && practised)
    return <Message icon={CircleCheckIcon} tone="ok" title={t('challenges:result.unscored')} />
  if (!result) return practice ? <span>{t('challenges:flag.practice')}</span> : null
  switch (result.kind) {
    case 'wrong':
      return (
        <Message icon={CircleXIcon} tone="bad" title={t('challenges:result.wrong')}>
          {t(`challenges:tease.${teaseOf(result.submission)}`)}
        </Message>
      )
    case 'waiting':
      return <Wait seconds={result.seconds} left={left} />
    case 'sending':
      return <Message icon={HourglassIcon} tone="muted" title={t('challenges:result.sending')} />
    case 'checking':
      return (
        <Message icon={HourglassIcon} tone="muted" title={t('challenges:result.checking')}>
          {t('challenges:result.checking_hint')} <CheckAgain submission={result.submission} quiet />
        </Message>
      )
    case 'stalled':
      return (
        <Message icon={HourglassIcon} tone="warn" title={t('challenges:result.stalled')}>
          {t('challenges:result.unknown_hint', { id: result.submission })}{' '}
          <CheckAgain submission={result.submission} />
        </Message>
      )
    case 'unknown':
      return (
        <Message icon={TriangleAlertIcon} tone="warn" title={t('challenges:result.unknown')}>
          {t('challenges:result.unknown_hint', { id: result.submission })}
        </Message>
      )
    case 'refused':
      return <Message icon={CircleAlertIcon} tone="bad" title={result.message} />
  }
}

/** Time until the next flag is allowed; announced once. */
function Wait({ seconds, left }: { seconds: number; left: number }) {
  const t = useText()
  if (left === 0) return <Message icon={FlagIcon} tone="muted" title={t('challenges:result.ready')} />
  return (
    <Message icon={HourglassIcon} tone="warn" title={t('challenges:result.slow')}>
      <span className="sr">{t('challenges:result.wait', { count: seconds })}</span>
      <span aria-hidden="true">{t('challenges:result.wait', { count: left })}</span>
    </Message>
  )
}

/** Reloads the page, which waits briefly for the verdict. `quiet`: only without script. */
function CheckAgain({ submission, quiet }: { submission: number; quiet?: boolean }) {
  const t = useText()
  const { gameId, query } = usePage()
  return (
    <a className={quiet ? 'link no-js-only' : 'link'} href={hrefOf(gameId, { ...query, submission })}>
      {t('challenges:result.again')}
    </a>
  )
}
