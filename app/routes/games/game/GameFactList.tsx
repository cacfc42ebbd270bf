import type { ReactNode } from 'react'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { GameView } from '~/server/games/contract'
import { Names } from './Names'

export type FactsGame = Pick<
  GameView,
  | 'id'
  | 'limit'
  | 'teamCount'
  | 'organizations'
  | 'inviteCodeRequired'
  | 'start'
  | 'end'
  | 'practiceMode'
  | 'writeupRequired'
>

export function GameFactList({ game }: { game: FactsGame }) {
  const t = useText()
  const { span } = useFormat()
  const size =
    game.limit === 0 ? t('games:facts.players_any') : t('games:facts.players', { count: game.limit })
  const facts: [string, ReactNode][] = [
    ['teams', t('games:facts.teams_joined', { count: game.teamCount })],
    ['size', size],
    ['entry', t(game.inviteCodeRequired ? 'games:facts.entry_code' : 'games:facts.entry_open')],
    ['duration', span(Date.parse(game.end) - Date.parse(game.start))],
    ['after', t(game.practiceMode ? 'games:facts.after_practice' : 'games:facts.after_closed')]
  ]
  if (game.organizations?.length)
    facts.splice(1, 0, ['divisions', <Names key="names" of={game.organizations} />])
  if (game.writeupRequired) facts.push(['writeup', t('games:facts.writeup_required')])
  facts.push([
    'results',
    <a key="results" className="link" href={`/games/${game.id}/verify`}>
      {t('ledger:title')}
    </a>
  ])
  return (
    <Panel id="facts" title={t('games:facts.title')} className="facts">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`games:facts.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
