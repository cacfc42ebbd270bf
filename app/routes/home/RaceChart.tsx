import { useText } from '~/app/i18n/text'
import { Plot, series } from '~/app/islands/scoreboard/chart/Plot'
import type { Race } from './race'

/** The scores of the last hours: the first teams, the tenth, and the reader's. */
export function RaceChart({ race, title }: { race: Race; title: string }) {
  const t = useText()
  const { lines, span, end, now, part } = race
  return (
    <div className="race" data-fresh="race">
      <Plot
        title={t(part ? 'home:race.hours' : 'home:race.start')}
        label={t('home:race.label', { title })}
        {...{ lines, span, end, now, part }}
      />
      {/* In place of the labels beside the lines, for which a phone has no room. */}
      <ul className="race-key">
        {lines.map((line, at) => (
          <li key={line.id} className={series(line, at)}>
            {line.place} <bdi>{line.name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
