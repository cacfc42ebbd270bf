import { useId } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Category } from '~/app/components/game/Category'
import { Pennant } from '~/app/components/game/Pennant'
import { PlayerName } from '~/app/components/game/PlayerName'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { EntryView, TeamView } from './team-view'

export function Players({ players }: Pick<TeamView, 'players'>) {
  const t = useText()
  const { number } = useFormat()
  const id = useId()
  if (players.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {t('teampage:players')} <span className="faint small">{number(players.length)}</span>
      </h2>
      <ul className="people">
        {players.map(({ name, player, solves, categories }) => (
          <li key={name}>
            <Avatar name={name} size="s32" round />
            <div>
              <PlayerName name={name} id={player} className="nm" />
              <div className="faint small">{categories.join(', ')}</div>
            </div>
            <div className="v">{t('teampage:solve', { count: solves, solves: number(solves) })}</div>
          </li>
        ))}
      </ul>
      <p className="hint">{t('teampage:players_hint')}</p>
    </section>
  )
}

export function TeamBloods({ entries }: { entries: readonly EntryView[] }) {
  const t = useText()
  const { moment } = useFormat()
  const bloods = entries.filter(({ place }) => place > 0)
  if (bloods.length === 0) return null
  return (
    <Panel title={t('teampage:figure.bloods')} className="team-bloods">
      <ol>
        {bloods.map(({ challenge, place, title, category, solver, player, at }) => (
          <li key={challenge}>
            <Pennant blood={place as 1 | 2 | 3} label={t(`scoreboard:blood.${place}`)} />
            <div>
              <bdi className="nm">{title}</bdi> <Category category={category} />
              <div className="faint small">
                {solver && (
                  <>
                    <PlayerName name={solver} id={player} />
                    {' · '}
                  </>
                )}
                <time dateTime={new Date(at).toISOString()}>{moment(new Date(at))} UTC</time>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
