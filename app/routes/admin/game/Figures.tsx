import { useFormat } from '~/app/islands/runtime/words/format'

/** Its label, its value, and what is said beside it. */
export type Figure = [label: string, value: number, more: string | null]

/** What a change would do, in numbers. */
export function Figures({ figures }: { figures: Figure[] }) {
  const { number } = useFormat()
  return (
    <dl className="effect">
      {figures.map(([label, value, more]) => (
        <div key={label}>
          <dt className="k">{label}</dt>
          <dd className="v">
            {number(value)}
            {more && <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
