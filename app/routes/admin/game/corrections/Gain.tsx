import { useFormat } from '~/app/i18n/format'

/** Cell of a table: points that a team gains, or loses below 0; null: not known. */
export function Gain({ points }: { points: number | null }) {
  const { number } = useFormat()
  if (points === null) return <td className="num">–</td>
  return (
    <td className={points > 0 ? 'num ok' : points < 0 ? 'num bad' : 'num'}>
      {points > 0 ? `+${number(points)}` : number(points)}
    </td>
  )
}
