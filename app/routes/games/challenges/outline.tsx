import type { ReactElement, ReactNode } from 'react'
import type { Words } from '~/app/i18n/text'
import { countsOf, sectionsOf } from '~/app/islands/challenges/board/arrange'
import { type CardProps, Groups, groupsOf } from '~/app/islands/challenges/board/Cards'
import { CategoryTabs } from '~/app/islands/challenges/board/CategoryTabs'
import { locksOf } from '~/app/islands/challenges/board/locks'
import { OwnPanel, OwnStrip, ownPropsOf } from '~/app/islands/challenges/board/OwnPanel'
import { cachedPart } from '~/app/islands/challenges/page'
import { wonBy } from '~/app/islands/challenges/play'
import type { ChallengesProps, Team } from '~/app/islands/challenges/props'
import type { Query } from '~/app/islands/challenges/query'
import { numberOf } from '~/app/islands/challenges/words'
import { Cached, type CachedProps } from '~/app/rendering/cached'
import type { Outline } from '~/app/rendering/outline'
import { keptPart, keyOf } from '~/app/rendering/render-cache'
import { sharedBy } from '~/app/rendering/shared-by'

const TEAM: Team = { id: 0, participationId: 0, name: '', avatar: null, division: null, token: '' }

const go = () => {}

/** Views whose shared part depends on the game alone: no open challenge, search or filter. */
export const hasOutline = ({ open, submission, page, search, hideSolved, show }: Query): boolean =>
  open === null && submission === null && page === 1 && search === '' && !hideSolved && show === 'all'

/** The board without the reader's own parts (solves, rank, token). Only for views with `hasOutline`. */
export const outline: Outline<ChallengesProps> = {
  common: (props) => ({
    ...props,
    practised: [],
    behind: [],
    claims: {},
    team: TEAM,
    play: { ...props.play, own: null, beside: { ahead: null, behind: null }, divisionTeams: null },
    me: ''
  }),
  parts(props, words) {
    const { play, practice } = props
    const holder = holderOf(props)
    const standing = ownPropsOf(props, play, numberOf(words.locale), props.now)
    const on = keyOf(solvesOf(props))
    const kept = (name: string, make: () => ReactNode) =>
      holder ? keptPart(holder, `${name} ${practice} ${on}`, words, make) : make()
    return {
      strip: () => <Cached of={OwnStrip} {...standing} />,
      panel: () => <Cached of={OwnPanel} {...standing} />,
      categories: () => kept('categories', () => categoriesOf(props, words)),
      groups: () => kept('groups', () => cardsOf(props, words))
    }
  }
}

/**
 * The object with which categories and cards are kept: the board for all teams without solves, as in the first minute, else the
 * team's standing on it. Null without a standing, and for a team with claims only; its cards are rendered each time.
 */
function holderOf({ play: { own, challenges }, practised, behind, claims }: ChallengesProps): object | null {
  const solved = (own?.solvedChallenges.length ?? 0) + practised.length + behind.length
  if (solved > 0) return own
  return Object.keys(claims).length === 0 ? challenges : null
}

/** All that categories and cards depend on, beside the own solves. */
const solvesOf = ({ gameId, start, query, play, found, practised, behind, claims }: ChallengesProps) => ({
  ...{ gameId, start, query, found, practised, behind, claims },
  ...{ challenges: play.challenges, fresh: play.fresh }
})

const pageOf = ({ gameId, start, query }: ChallengesProps) => ({ gameId, start, query, playing: true, go })

function stateOf({ play, practice, behind }: ChallengesProps, { t }: Words) {
  const won = wonBy(play.own)
  return { won, ...locksOf(play.challenges, won, practice ? null : behind, t) }
}

function categoriesOf(props: ChallengesProps, words: Words) {
  const { challenges, won } = stateOf(props, words)
  return cachedPart(pageOf(props), { of: CategoryTabs, props: { counts: countsOf(challenges, won) } })
}

/** Returns the same object for cards that look the same in a view, so that their rendering is found without a key. */
function keptCard(view: string, card: CardProps): CardProps {
  const { challenge, solve, fresh, practised, behind, running, stop, flat, mark, claimed } = card
  const own = `${solve?.type} ${solve?.score} ${fresh} ${practised} ${behind} ${running} ${stop} ${flat} ${mark}`
  // A card with names is the team's own.
  return claimed ? card : sharedBy(challenge, `${view} ${own}`, () => card)
}

function cardsOf(props: ChallengesProps, words: Words) {
  const { gameId, query, play, found, practice, practised, behind, claims } = props
  const { challenges, marks, won } = stateOf(props, words)
  const cards = {
    ...{ own: play.own, fresh: play.fresh, behind, claims, marks, stop: null },
    practised: practice ? practised : [],
    running: !practice,
    sections: sectionsOf(challenges, won, query, found)
  }
  const view = `${gameId} ${keyOf(query)}`
  const keep = ({ key, props: { of, props: card } }: ReactElement<CachedProps<CardProps, object>>) => (
    <Cached key={key} of={of} props={keptCard(view, card)} />
  )
  const groups = groupsOf(cards, pageOf(props), numberOf(words.locale)).map(({ key, props: group }) => (
    <Cached key={key} {...group} slots={{ cards: group.slots.cards.map(keep) }} />
  ))
  return <Cached of={Groups} props={{}} slots={{ groups }} />
}
