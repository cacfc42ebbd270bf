import { useFormat } from '~/app/i18n/format'

export type Figure = [label: string, value: number, more: string | null]

export function AdminFigures({ figures }: { figures: Figure[] }) {
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
