import { type FormEvent, useRef, useState } from 'react'
import {
  CircleAlertIcon,
  CircleCheckIcon,
  CircleXIcon,
  EyeIcon,
  FlagIcon,
  HourglassIcon
} from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { FLAG_LIMITS } from '~/server/challenges/constants'
import type { TrialVerdict } from '~/server/challenges/trial/contract'
import { usePage } from '../challenges/page'
import { hrefOf } from '../challenges/query'
import { fetchJson, Refused } from '../runtime/calls'
import type { TrialProps } from './props'
import { verdictText } from './words'

interface TrialFormProps extends Pick<TrialProps, 'judged' | 'tried'> {
  challengeId: number
  mark: string | null
}

const FIRST = { autoFocus: true }

export function TrialForm({ challengeId, judged, tried, mark }: TrialFormProps) {
  const t = useText()
  const { gameId, query } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const [result, setResult] = useState(tried)
  const [sending, setSending] = useState(false)
  const tryFlag = async (flag: string) => {
    setSending(true)
    try {
      const url = `/api/edit/games/${gameId}/challenges/${challengeId}/preview`
      const headers = { 'Content-Type': 'application/json' }
      const verdict = await fetchJson<TrialVerdict>(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ flag })
      })
      setResult({ verdict })
    } catch (error) {
      const known = error instanceof Refused && error.message
      setResult({ refused: known || t('challenges:result.network') })
    }
    setSending(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const field = input.current!
    const flag = field.value.trim()
    if (!flag) {
      // Spaces satisfy `required`; an empty field lets the browser say what is missing.
      field.value = ''
      field.reportValidity()
      return
    }
    if (!sending) void tryFlag(flag)
    field.select()
  }
  const wrong = result !== null && 'verdict' in result && result.verdict.status !== 'Accepted'
  return (
    <form className="flag-form" method="post" action={hrefOf(gameId, query)} onSubmit={submit}>
      <div className="result" role="status">
        {sending ? (
          <span className="row-tight muted">
            <HourglassIcon />
            <b>{t('challenges:result.sending')}</b>
          </span>
        ) : (
          <Outcome result={result} judged={judged} />
        )}
      </div>
      <input type="hidden" name="intent" value="trial" />
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
          placeholder={t('challenges:flag.placeholder')}
          maxLength={FLAG_LIMITS.characters}
          required
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="off"
          aria-invalid={wrong || undefined}
          aria-describedby="trial-rule"
          {...FIRST}
        />
        <button type="submit" className="btn primary" data-pending={sending || undefined}>
          <FlagIcon />
          {t('trial:try')}
        </button>
      </div>
      <p className="hint row" id="trial-rule">
        {mark !== null && (
          <span className="badge outline">
            <EyeIcon />
            {mark}
          </span>
        )}
        <span>{t('trial:uncounted')}</span>
        <a className="link push" href={`/admin/games/${gameId}/challenges/${challengeId}`}>
          {t('trial:edit')}
        </a>
      </p>
    </form>
  )
}

function Outcome({ result, judged }: Pick<TrialProps, 'judged'> & { result: TrialProps['tried'] }) {
  const t = useText()
  if (!judged) return null
  if (result === null)
    return <span>{t(`trial:${judged.solvable ? 'rule' : 'unsolvable'}.${judged.rule}`)}</span>
  if ('refused' in result)
    return (
      <span className="row-tight bad">
        <CircleAlertIcon />
        <b>{result.refused}</b>
      </span>
    )
  const { verdict } = result
  const right = verdict.status === 'Accepted'
  return (
    <>
      <span className={`row-tight ${right ? 'ok' : 'bad'}`}>
        {right ? <CircleCheckIcon /> : <CircleXIcon />}
        <b>{t(right ? 'trial:result.right' : 'challenges:result.wrong')}</b>
      </span>
      <span>{verdictText(t, verdict, judged.rule)}</span>
    </>
  )
}
