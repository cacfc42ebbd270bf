import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'

/** An average of stars and how many gave them; a dash without one. */
export function Stars({ rating }: { rating: { average: number; count: number } | null }) {
  const t = useText()
  const { number } = useFormat()
  if (!rating) return '–'
  const average = number(Math.round(rating.average * 10) / 10)
  return (
    <>
      <span aria-hidden="true">
        {average} ★ <span className="faint">({number(rating.count)})</span>
      </span>
      <span className="sr">
        {t('feedback:average', { average, count: rating.count, n: number(rating.count) })}
      </span>
    </>
  )
}
