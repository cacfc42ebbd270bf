import { useText } from '~/app/i18n/text'
import { Plot } from '~/app/islands/scoreboard/chart/Plot'
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
    </div>
  )
}
