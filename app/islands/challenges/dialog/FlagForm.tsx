import {
  type FormEvent,
  type MutableRefObject,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef
} from 'react'
import { CopyField } from '~/app/components/form/CopyField'
import { FlagIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { BoardChallenge, BoardSolve } from '~/scoring/rules'
import { FLAG_LIMITS } from '~/server/challenges/constants'
import type { Bonus } from '~/server/ledger/contract'
import type { TryList } from '~/server/submissions/contract'
import { usePage } from '../page'
import type { Sheet } from '../props'
import { hrefOf } from '../query'
import { bloodOf, useNumber } from '../words'
import { Blocked } from './Blocked'
import { FlagOutcome } from './FlagOutcome'
import { useSecondsLeft } from './use-seconds-left'
import type { Result } from './verdict'

interface FlagFormProps {
  challengeId: number
  solve: BoardSolve | undefined
  /** The team's try that was judged last; null until known. */
  attempt: TryList['data'][number] | null
  challenge: Pick<BoardChallenge, 'score' | 'solved'> | undefined
  bonus: Bonus
  result: Result | null
  practice: boolean
  practised: boolean
  behind: boolean
  /** Wrong answers allowed and used; null: unlimited, or unknown yet. */
  attempts: Sheet['attempts']
  /** The reason why it takes no flags now; null = it does. */
  blocked: Sheet['blocked']
  /** The deadline; null: none, or the game is over. */
  closesAt: Sheet['closesAt']
  now: number
  /** An answer was wrong: reads the challenge anew. */
  onWrong(challengeId: number): unknown
  typed: string
  /** The moment of a solve is shown above the form. */
  celebrated: boolean
  ways: ReactNode
  onSubmit(flag: string): void
}

/** Focuses the field when the dialog opens, with and without script. */
const FIRST = { autoFocus: true }

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
  closesAt,
  now,
  onWrong,
  typed,
  celebrated,
  ways,
  onSubmit
}: FlagFormProps) {
  const { gameId, query } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const written = useRef('')
  const closed = solve !== undefined || behind || (result?.kind === 'accepted' && !practice)
  const left = useSecondsLeft(result?.kind === 'waiting' ? result.until : null)
  const busy = result?.kind === 'sending' || left > 0
  const expired = !!closesAt && now >= closesAt
  const form = useLeaving(closed || blocked !== null || expired, celebrated)
  const limited = !closed && !practice && attempts !== null
  useWrong(limited ? result : null, () => onWrong(challengeId))
  const spent = limited && attempts.used >= attempts.limit
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const field = input.current!
    const flag = field.value.trim()
    if (!flag) {
      // Spaces satisfy `required`; with an empty field the browser says that it is missing.
      field.value = ''
      field.reportValidity()
      return
    }
    if (!busy) onSubmit(flag)
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
        <div className={celebrated ? 'result sr' : 'result'} role="status">
          <FlagOutcome
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
      {!closed && closesAt && <Deadline at={closesAt} text={expired ? 'labels:closed' : 'labels:closes'} />}
      {!closed && !spent && !blocked && !expired && (
        <Field
          {...{ input, written, challengeId, typed }}
          wrong={result?.kind === 'wrong'}
          waits={left > 0}
          pending={result?.kind === 'sending'}
        />
      )}
      {solve && written.current && result?.kind !== 'accepted' && <Unsent text={written.current} />}
      {ways}
    </form>
  )
}

function useWrong(result: Result | null, work: () => unknown) {
  const latest = useRef(work)
  latest.current = work
  const wrong = result?.kind === 'wrong' ? result : null
  useEffect(() => {
    if (wrong) latest.current()
  }, [wrong])
}

function AttemptsLeft({ limit, used }: NonNullable<Sheet['attempts']>) {
  const t = useText()
  const left = Math.max(0, limit - used)
  if (left === 0) return <p role="status">{t('trylimit:none')}</p>
  return <p className="muted small">{t('trylimit:left', { left, limit })}</p>
}

/** Until when the open challenge takes flags, or since when not (docs/rules/challenges.md#deadline). */
function Deadline({ at, text }: { at: number; text: string }) {
  const { moment } = useFormat()
  return <p className="hint">{useText()(text, { time: moment(new Date(at)) })}</p>
}

/** The text that the reader was writing when a team-mate solved the challenge. */
function Unsent({ text }: { text: string }) {
  const t = useText()
  return (
    <div className="unsent">
      <span className="muted small">{t('challenges:moment.unsent')}</span>
      <CopyField value={text} label={t('challenges:moment.unsent')} />
    </div>
  )
}

interface FieldProps extends Pick<FlagFormProps, 'challengeId' | 'typed'> {
  input: RefObject<HTMLInputElement>
  /** Text of the field, also after it is gone. */
  written: MutableRefObject<string>
  wrong: boolean
  waits: boolean
  pending: boolean
}

function Field({ input, written, challengeId, typed, wrong, waits, pending }: FieldProps) {
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
          onInput={(event) => {
            written.current = event.currentTarget.value
          }}
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

/** Takes the focus to the way on when the field disappears, so that the keyboard stays in the dialog. */
function useLeaving(closed: boolean, celebrated: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef(closed)
  const taken = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const dialog = form.current!.closest('dialog')
    const at = document.activeElement
    const lost = at === document.body || at === dialog || form.current!.contains(at)
    const way = dialog?.querySelector<HTMLElement>('.way-on')
    const target = way ?? dialog?.querySelector<HTMLElement>('.dialog-head a') ?? null
    // The verdict may come before the board has the solve, and the way on with it: the close button is the place until then.
    const waits = celebrated && way && taken.current !== null && at === taken.current
    if (closed && ((!before.current && lost) || waits)) {
      target?.focus()
      taken.current = way ? null : target
    }
    before.current = closed
  }, [closed, celebrated])
  return form
}

/** Keeps the typed text when the page reloads itself, for example at the end of a game. */
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

function Attempt({ attempt: { number, time } }: { attempt: NonNullable<FlagFormProps['attempt']> }) {
  const t = useText()
  const { clock } = useFormat()
  return (
    <time className="muted" dateTime={time}>
      {t('challenges:result.attempt', { number, time: clock(new Date(time)) })}
    </time>
  )
}

/** Explains why the team's points have changed: the value falls for everybody, the bonus stays. */
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
