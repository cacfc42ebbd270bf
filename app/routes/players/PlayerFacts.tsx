import { useId } from 'react'
import { Pennant } from '~/app/components/game/Pennant'
import { flagOf } from '~/app/components/signal-flags'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { PlayedGame } from '~/server/players/contract'
import type { Fact } from './player-view'

/** Signal flags of facts: letters whose looks differ most. */
const FLAGS = { best: 'P', whole: 'S', wide: 'D' } as const

/** What is told of a fact: a heading, a sentence, when, and the game whose board proves it. */
interface Told {
  title: string
  text: string
  at: number
  game: PlayedGame
}

function useTold(): (fact: Fact) => Told {
  const t = useText()
  const { number, span } = useFormat()
  return (fact) => {
    switch (fact.kind) {
      case 'first': {
        const { title, at, game } = fact.of
        const words = { teams: number(fact.teams), game: game.title, span: span(at - game.start) }
        const more = fact.others > 0 ? ` ${t('players:fact.first_more', { count: fact.others })}` : ''
        return {
          ...{ at, game, title: t('players:fact.first', { challenge: title }) },
          text: `${t('players:fact.first_text', words)}${more}`
        }
      }
      case 'best': {
        const words = { rank: number(fact.rank), teams: number(fact.teams), game: fact.game.title }
        return {
          ...{ at: fact.game.end, game: fact.game, title: t('players:fact.best', words) },
          text: t('players:fact.best_text', { ...words, team: fact.game.team })
        }
      }
      case 'whole': {
        const words = { category: fact.category, challenges: number(fact.count), game: fact.game.title }
        return {
          ...{ at: fact.at, game: fact.game, title: t('players:fact.whole', words) },
          text: t('players:fact.whole_text', words)
        }
      }
      case 'wide': {
        const words = { categories: number(fact.categories.length), game: fact.game.title }
        return {
          ...{ at: fact.at, game: fact.game, title: t('players:fact.wide', words) },
          text: t('players:fact.wide_text', { ...words, names: fact.categories.join(', ') })
        }
      }
    }
  }
}

export function PlayerFacts({ facts }: { facts: readonly Fact[] }) {
  const t = useText()
  const { day } = useFormat()
  const told = useTold()
  const id = useId()
  if (facts.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {t('players:facts')} <span className="faint small">{t('players:facts_hint')}</span>
      </h2>
      <ul className="facts-earned">
        {facts.map((fact) => {
          const { title, text, at, game } = told(fact)
          return (
            <li key={fact.kind}>
              <span className="fg" aria-hidden="true">
                {fact.kind === 'first' ? (
                  <Pennant blood={1} />
                ) : (
                  <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
                    {flagOf(FLAGS[fact.kind])}
                  </svg>
                )}
              </span>
              <b>
                <bdi>{title}</bdi>
              </b>
              <p>
                <bdi>{text}</bdi>
              </p>
              <span className="pr">
                <time dateTime={new Date(at).toISOString()}>{day(new Date(at))}</time>
                <a href={`/games/${game.id}/Teams/${game.teamId}`}>{t('players:fact.proof')}</a>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
