import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { SeasonView } from '~/server/seasons/contract'

/** How points come about, in words. */
export function Rules({ season }: { season: Pick<SeasonView, 'formula' | 'placePoints' | 'best'> }) {
  const t = useText()
  const { number } = useFormat()
  const { formula, placePoints, best } = season
  return (
    <Panel title={t('seasons:rules')} body="stack">
      <p>{t(`seasons:about.${formula}`)}</p>
      {formula === 'places' && <p className="muted">{placePoints.map(number).join(' · ')}</p>}
      {best !== null && <p>{t('seasons:best', { most: number(best) })}</p>}
      <p className="muted">
        {t('seasons:which')}{' '}
        <a className="link" href="/docs/rules/seasons">
          {t('seasons:more')}
        </a>
      </p>
    </Panel>
  )
}
