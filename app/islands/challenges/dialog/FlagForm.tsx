import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import {
  CircleAlertIcon,
  CircleCheckIcon,
  CircleXIcon,
  FlagIcon,
  HourglassIcon,
  type Icon,
  TriangleAlertIcon
} from '~/app/components/icons'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import type { BoardChallenge, BoardSolve } from '~/scoring/rules'
import { FLAG_LIMITS } from '~/server/challenges/constants'
import type { Bonus } from '~/server/ledger/contract'
import type { TryList } from '~/server/submissions/contract'
import { usePage } from '../page'
import type { Sheet } from '../props'
import { hrefOf } from '../query'
import { bloodOf, useNumber } from '../words'
import { Blocked } from './Blocked'
import { useSecondsLeft } from './use-seconds-left'
import { type Result, teaseOf } from './verdict'

interface FlagFormProps {
  challengeId: number
  /** The team's solve; absent while there is none. */
  solve: BoardSolve | undefined
  /** The team's try that was judged last; null until it is known. */
  attempt: TryList['data'][number] | null
  /** The challenge as the board knows it, and what first solves earn beyond its value. */
  challenge: Pick<BoardChallenge, 'score' | 'solved'> | undefined
  bonus: Bonus
  /** Of the newest flag; null before the first. */
  result: Result | null
  practice: boolean
  /** It was answered right since the end. */
  practised: boolean
  /** Solved while the public board stands still. */
  behind: boolean
  /** Wrong answers the team may send, and has sent; null = any number, or not known yet. */
  attempts: Sheet['attempts']
  /** Why it takes no flags now; null = it does. */
  blocked: Sheet['blocked']
  /** An answer was wrong: reads the challenge anew. */
  onWrong(challengeId: number): unknown
  /** What a refused form held. */
  typed: string
  /** What a solve has just brought is told above the form. */
  told: boolean
  /** Where to go after it; null before. */
  ways: ReactNode
  onSubmit(flag: string): void
}

/** The cursor belongs here as soon as the dialog is there, with and without script. */
const FIRST = { autoFocus: true }

/** Hands in a flag and says what it came to. */
export function FlagForm({
  challengeId,
  solve,
  attempt,
  challenge,
  bonus,
  result,
  practice,
  practised,
  behind,
  attempts,
  blocked,
  onWrong,
  typed,
  told,
  ways,
  onSubmit
}: FlagFormProps) {
  const { gameId, query } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const closed = solve !== undefined || behind || (result?.kind === 'accepted' && !practice)
  const left = useSecondsLeft(result?.kind === 'waiting' ? result.until : null)
  const busy = result?.kind === 'sending' || left > 0
  const form = useLeaving(closed || blocked !== null)
  const limited = !closed && !practice && attempts !== null
  useWrong(limited ? result : null, () => onWrong(challengeId))
  const spent = limited && attempts.used >= attempts.limit
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const field = input.current!
    const flag = field.value.trim()
    if (flag && !busy) onSubmit(flag)
    field.select()
  }
  return (
    <form
      ref={form}
      className="flag-form"
      method="post"
      action={hrefOf(gameId, { ...query, submission: null })}
      onSubmit={submit}
    >
      <div className="outcome">
        <div className={told ? 'result sr' : 'result'} role="status">
          <Outcome
            result={result}
            left={left}
            solve={solve}
            practice={practice}
            practised={practised}
            behind={behind}
          />
        </div>
        {attempt && <Attempt attempt={attempt} />}
        {solve && challenge && !practice && <Worth {...{ solve, challenge, bonus }} />}
      </div>
      {limited && <AttemptsLeft {...attempts} />}
      {!closed && blocked && <Blocked {...blocked} />}
      {!closed && !spent && !blocked && (
        <Field
          {...{ input, challengeId, typed }}
          wrong={result?.kind === 'wrong'}
          waits={left > 0}
          pending={result?.kind === 'sending'}
        />
      )}
      {ways}
    </form>
  )
}

/** Calls back for each answer that was wrong. */
function useWrong(result: Result | null, work: () => unknown) {
  const latest = useRef(work)
  latest.current = work
  const wrong = result?.kind === 'wrong' ? result : null
  useEffect(() => {
    if (wrong) latest.current()
  }, [wrong])
}

/** How many wrong answers are left. */
function AttemptsLeft({ limit, used }: NonNullable<Sheet['attempts']>) {
  const t = useText()
  const left = Math.max(0, limit - used)
  if (left === 0) return <p role="status">{t('trylimit:none')}</p>
  return <p className="muted small">{t('trylimit:left', { left, limit })}</p>
}

interface FieldProps extends Pick<FlagFormProps, 'challengeId' | 'typed'> {
  input: RefObject<HTMLInputElement>
  /** The newest flag was wrong. */
  wrong: boolean
  /** The next flag has to wait. */
  waits: boolean
  /** A flag is on its way. */
  pending: boolean
}

/** Where a flag is written; not there for a challenge that the team has solved. */
function Field({ input, challengeId, typed, wrong, waits, pending }: FieldProps) {
  const t = useText()
  useKept(input, challengeId)
  return (
    <>
      <input type="hidden" name="challengeId" value={challengeId} />
      <div className="line">
        <label className="sr" htmlFor="flag">
          {t('challenges:flag.label')}
        </label>
        <input
          ref={input}
          className="input mono"
          id="flag"
          name="flag"
          defaultValue={typed}
          placeholder={t('challenges:flag.placeholder')}
          maxLength={FLAG_LIMITS.characters}
          required
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="off"
          aria-invalid={wrong || undefined}
          {...FIRST}
        />
        <button
          type="submit"
          className="btn primary"
          aria-disabled={waits || undefined}
          data-pending={pending || undefined}
        >
          <FlagIcon />
          {t('challenges:flag.submit')}
        </button>
      </div>
    </>
  )
}

/** A field that is gone loses the focus: the way out gets it, so that the keyboard stays in the dialog. */
function useLeaving(closed: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef(closed)
  useEffect(() => {
    const dialog = form.current!.closest('dialog')
    const at = document.activeElement
    const lost = at === document.body || at === dialog || form.current!.contains(at)
    const way =
      dialog?.querySelector<HTMLElement>('.way-on') ?? dialog?.querySelector<HTMLElement>('.dialog-head a')
    if (closed && !before.current && lost) way?.focus()
    before.current = closed
  }, [closed])
  return form
}

/** Pages load themselves again, at the end of a game for one: what was being typed is there afterwards. */
function useKept(input: RefObject<HTMLInputElement>, challengeId: number) {
  useEffect(() => {
    const field = input.current!
    const key = `flag-${challengeId}`
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (kept && navigation?.type === 'reload' && !field.value) field.value = kept
    const leave = () => field.value && sessionStorage.setItem(key, field.value)
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [input, challengeId])
}

/** Which of the team's tries it was, and when it came. */
function Attempt({ attempt: { number, time } }: { attempt: NonNullable<FlagFormProps['attempt']> }) {
  const t = useText()
  const { clock } = useFormat()
  return (
    <time className="muted" dateTime={time}>
      {t('challenges:result.attempt', { number, time: clock(new Date(time)) })}
    </time>
  )
}

/** Why the team's points are others than when it solved: the value falls for everybody, the bonus stays. */
function Worth({
  solve,
  challenge: { score, solved },
  bonus
}: Required<Pick<FlagFormProps, 'bonus'>> & {
  solve: BoardSolve
  challenge: NonNullable<FlagFormProps['challenge']>
}) {
  const t = useText()
  const number = useNumber()
  const blood = bloodOf(solve.type)
  const share = blood ? [bonus.first, bonus.second, bonus.third][blood - 1]! : 0
  return (
    <span className="muted">
      {t('challenges:result.worth', {
        value: number(score),
        solves: t('challenges:solves', { count: solved, n: number(solved) })
      })}
      {blood && share > 0
        ? ` ${t('challenges:result.worth_bonus', { blood: t(`challenges:blood.${blood}`), share: share / 10 })}`
        : ''}
    </span>
  )
}

function Say({ icon: Mark, tone, title, children }: SayProps) {
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

interface SayProps {
  icon: Icon
  tone: 'ok' | 'bad' | 'warn' | 'muted'
  title: string
  children?: ReactNode
}

type OutcomeProps = Pick<FlagFormProps, 'result' | 'solve' | 'practice' | 'practised' | 'behind'> & {
  left: number
}

function Outcome({ result, left, solve, practice, practised, behind }: OutcomeProps) {
  const t = useText()
  const number = useNumber()
  if (result?.kind === 'accepted' || (solve && !result)) {
    const points = solve && t('challenges:result.points', { count: solve.score, n: number(solve.score) })
    const blood = solve && bloodOf(solve.type)
    const title = result ? t('challenges:result.accepted') : t('challenges:result.solved')
    return (
      <Say icon={CircleCheckIcon} tone="ok" title={title}>
        {blood
          ? `${t(`challenges:blood.${blood}`)} · ${points}`
          : (points ??
            (behind ? t('challenges:result.behind') : practice && t('challenges:result.unscored')))}
      </Say>
    )
  }
  if (!result && behind)
    return (
      <Say icon={CircleCheckIcon} tone="ok" title={t('challenges:result.solved')}>
        {t('challenges:result.behind')}
      </Say>
    )
  if (!result && practised)
    return <Say icon={CircleCheckIcon} tone="ok" title={t('challenges:result.unscored')} />
  if (!result) return practice ? <span>{t('challenges:flag.practice')}</span> : null
  switch (result.kind) {
    case 'wrong':
      return (
        <Say icon={CircleXIcon} tone="bad" title={t('challenges:result.wrong')}>
          {t(`challenges:tease.${teaseOf(result.submission)}`)}
        </Say>
      )
    case 'waiting':
      return <Wait seconds={result.seconds} left={left} />
    case 'sending':
      return <Say icon={HourglassIcon} tone="muted" title={t('challenges:result.sending')} />
    case 'checking':
      return (
        <Say icon={HourglassIcon} tone="muted" title={t('challenges:result.checking')}>
          {t('challenges:result.checking_hint')} <CheckAgain submission={result.submission} quiet />
        </Say>
      )
    case 'stalled':
      return (
        <Say icon={HourglassIcon} tone="warn" title={t('challenges:result.stalled')}>
          {t('challenges:result.unknown_hint', { id: result.submission })}{' '}
          <CheckAgain submission={result.submission} />
        </Say>
      )
    case 'unknown':
      return (
        <Say icon={TriangleAlertIcon} tone="warn" title={t('challenges:result.unknown')}>
          {t('challenges:result.unknown_hint', { id: result.submission })}
        </Say>
      )
    case 'refused':
      return <Say icon={CircleAlertIcon} tone="bad" title={result.message} />
  }
}

/** How long the next flag has to wait. It is said once, and then only shown as it runs. */
function Wait({ seconds, left }: { seconds: number; left: number }) {
  const t = useText()
  if (left === 0) return <Say icon={FlagIcon} tone="muted" title={t('challenges:result.ready')} />
  return (
    <Say icon={HourglassIcon} tone="warn" title={t('challenges:result.slow')}>
      <span className="sr">{t('challenges:result.wait', { count: seconds })}</span>
      <span aria-hidden="true">{t('challenges:result.wait', { count: left })}</span>
    </Say>
  )
}

/** Asks for the page again, which waits a moment for the verdict. `quiet`: only where no script does it. */
function CheckAgain({ submission, quiet }: { submission: number; quiet?: boolean }) {
  const t = useText()
  const { gameId, query } = usePage()
  return (
    <a className={quiet ? 'link no-js-only' : 'link'} href={hrefOf(gameId, { ...query, submission })}>
      {t('challenges:result.again')}
    </a>
  )
}
