import { type FormEvent, useState } from 'react'
import { LockIcon } from '~/app/components/challenge-icons'
import { Confirm } from '~/app/components/form/Confirm'
import { LightbulbIcon } from '~/app/components/icons'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { fetchOk, Refused } from '../../runtime/calls'
import { usePage } from '../page'
import type { Offer, Sheet } from '../props'
import { hrefOf } from '../query'
import { useNumber } from '../words'

interface OffersProps {
  sheet: Sheet
  now: number
  solved: boolean
  refused: string | null
  onBought(): unknown
}

export function Offers({ sheet, now, solved, refused, onBought }: OffersProps) {
  const t = useText()
  const { gameId } = usePage()
  const [buying, setBuying] = useState<number | null>(null)
  const [answer, setAnswer] = useState({ message: refused ?? '', bad: refused !== null })
  if (sheet.offers.length === 0) return null

  const buy = async (event: FormEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    form.closest<HTMLElement & { hidePopover?(): void }>('[popover]')?.hidePopover?.()
    const id = Number(new FormData(form).get('hintId'))
    if (buying !== null) return
    setBuying(id)
    setAnswer({ message: t('hints:buying'), bad: false })
    try {
      await fetchOk(`/api/game/${gameId}/challenges/${sheet.id}/hints/${id}`, { method: 'POST' })
      await onBought()
      setAnswer({ message: t('hints:ready'), bad: false })
    } catch (error) {
      const words = error instanceof Refused ? error.message : ''
      setAnswer({ message: words || t('challenges:not_loaded'), bad: true })
    }
    setBuying(null)
  }
  const first = sheet.hints.length + 1
  return (
    <>
      <ul className="hints offers" aria-label={t('hints:editor.title')} onSubmit={buy}>
        {sheet.offers.map((offer, place) => (
          <li key={offer.id}>
            {offer.html === null ? <LockIcon /> : <LightbulbIcon />}
            <OfferText offer={offer} number={first + place} />
            <Way {...{ offer, now, solved }} challengeId={sheet.id} blocked={buying !== null} />
          </li>
        ))}
      </ul>
      <p className={answer.bad ? 'offer-answer bad' : 'offer-answer muted'} role="status">
        {answer.message}
      </p>
    </>
  )
}

function OfferText({ offer, number }: { offer: Offer; number: number }) {
  const t = useText()
  if (offer.html !== null) return <span {...rawHtml(offer.html)} />
  return <span className="muted">{t('hints:hint', { number })}</span>
}

interface WayProps {
  offer: Offer
  challengeId: number
  now: number
  solved: boolean
  blocked: boolean
}

function Way({ offer: { id, cost, at, bought, html }, challengeId, now, solved, blocked }: WayProps) {
  const t = useText()
  const number = useNumber()
  const { span, moment } = useFormat()
  const { gameId, query, playing } = usePage()
  const points = number(cost)
  const wait = at === null ? 0 : at - now
  if (html !== null && bought) return <small className="way">{t('hints:bought', { points })}</small>
  if (playing && html !== null) return null
  if (wait > 0)
    return (
      <small className="way">
        {cost > 0 && `${t('hints:cost', { points })} · `}
        <time dateTime={new Date(at!).toISOString()} title={`${moment(new Date(at!))} UTC`}>
          {t('hints:available_in', { time: span(wait) })}
        </time>
      </small>
    )
  if (!playing || (solved && cost > 0))
    return cost > 0 ? <small className="way">{t('hints:cost', { points })}</small> : null
  const fields = { intent: 'hint', challengeId, hintId: id }
  const action = hrefOf(gameId, { ...query, submission: null })
  if (cost > 0)
    return (
      <span className="way">
        <Confirm
          label={t('hints:buy', { points })}
          question={t('hints:question', { points })}
          confirm={t('hints:confirm')}
          action={action}
          fields={fields}
          classes="sm"
        />
      </span>
    )
  return (
    <form className="way" method="post" action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="btn sm" aria-disabled={blocked || undefined}>
        {t('hints:read')}
      </button>
    </form>
  )
}
