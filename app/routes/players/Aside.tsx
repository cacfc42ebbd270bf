import { Category, categoryKey } from '~/app/components/game/Category'
import { Pennant } from '~/app/components/game/Pennant'
import { EyeIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { PageVisibility } from '~/server/accounts/constants'
import type { SolveView } from './player-view'

const SHOWN = 8

export function LatestPlayerSolves({ solves }: { solves: readonly SolveView[] }) {
  const t = useText()
  const { number, day, clock } = useFormat()
  if (solves.length === 0) return null
  return (
    <Panel title={t('players:latest')} className="player-latest">
      <ol>
        {solves.slice(0, SHOWN).map(({ id, title, category, place, points, at, game }) => (
          <li key={id}>
            {place > 0 ? (
              <Pennant blood={place as 1 | 2 | 3} label={t(`scoreboard:blood.${place}`)} />
            ) : (
              <i className="hit" data-category={categoryKey(category)} aria-hidden="true" />
            )}
            <div>
              <bdi className="nm">{title}</bdi> <Category category={category} />{' '}
              <span className="muted">{t('teampage:points', { points: number(points) })}</span>
              <div className="faint small">
                <bdi>{game.title}</bdi>
                {' · '}
                <time dateTime={new Date(at).toISOString()}>
                  {day(new Date(at))} {clock(new Date(at))} UTC
                </time>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** For the owner: who else sees this, and what. */
export function Sight({ visibility }: { visibility: PageVisibility }) {
  const t = useText()
  return (
    <Panel
      title={
        <span className="row-tight">
          <EyeIcon className="i14" /> {t('players:sight.title')}
        </span>
      }
      body="stack small"
    >
      <p>
        <b>{t(`players:sight.${visibility}`)}</b>
      </p>
      <p className="muted">{t('players:sight.text')}</p>
    </Panel>
  )
}
