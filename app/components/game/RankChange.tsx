import { useText } from '~/app/i18n/text'

/** Places gained, or lost below 0; renders nothing for null (no place before) and 0. */
export function RankChange({ places }: { places: number | null }) {
  const t = useText()
  if (!places) return null
  const way = places > 0 ? 'up' : 'down'
  return (
    <span className={`delta ${way}`}>
      <span className="sr">{t(`common:rank.${way}`)} </span>
      {Math.abs(places)}
    </span>
  )
}
