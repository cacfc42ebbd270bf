import { useText } from '~/app/i18n/text'
import { useNumber } from '../challenges/words'
import type { TrialProps } from './props'

type LegendProps = Pick<TrialProps, 'gameId' | 'tries' | 'challenges' | 'marks'>

export function Legend({ gameId, tries, challenges, marks }: LegendProps) {
  const t = useText()
  const number = useNumber()
  const count = (kind: string) =>
    challenges.filter(({ id }) => (marks[id]?.kind ?? 'visible') === kind).length
  const kinds = ['visible', 'before', 'scheduled', 'disabled'].filter((kind) => count(kind) > 0)
  return (
    <section className="panel" aria-labelledby="legend-h">
      <header>
        <h2 id="legend-h">{t('trial:legend.title')}</h2>
      </header>
      <div className="panel-body stack">
        <dl className="trial-legend">
          {kinds.map((kind) => (
            <div key={kind}>
              <dt>{t(`trial:legend.${kind}`)}</dt>
              <dd>{number(count(kind))}</dd>
            </div>
          ))}
        </dl>
        {tries && (
          <a className="link small" href={`/admin/games/${gameId}/challenges`}>
            {t('trial:legend.edit')}
          </a>
        )}
      </div>
    </section>
  )
}
