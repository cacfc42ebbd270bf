import { Cached } from '~/app/islands/runtime/cache/cached'
import type { Outline } from '~/app/islands/runtime/cache/outline'
import type { Words } from '~/app/islands/runtime/words/text'
import { countsOf, sectionsOf } from './board/arrange'
import { Groups, groupsOf } from './board/Cards'
import { Categories } from './board/Categories'
import { locksOf } from './board/locks'
import { OwnPanel, OwnStrip, ownPropsOf } from './board/OwnPanel'
import { cachedPart } from './page'
import { wonBy } from './play'
import type { ChallengesProps, Team } from './props'
import type { Query } from './query'
import { numberOf } from './words'

const TEAM: Team = { id: 0, participationId: 0, name: '', avatar: null, division: null, token: '' }

const go = () => {}

const pageOf = ({ gameId, start, query }: ChallengesProps) => ({ gameId, start, query, playing: true, go })

/** What several parts need of the same properties, made once. */
function once<R>(make: (props: ChallengesProps, words: Words) => R): typeof make {
  const made = new WeakMap<ChallengesProps, R>()
  return (props, words) => {
    if (!made.has(props)) made.set(props, make(props, words))
    return made.get(props)!
  }
}

const stateOf = once(({ play, practice, behind }, { t }) => {
  const won = wonBy(play.own)
  return { won, ...locksOf(play.challenges, won, practice ? null : behind, t) }
})

const standingOf = once((props, { locale }) => ownPropsOf(props, props.play, numberOf(locale), props.now))

/** Views whose shared part depends on the game alone: no open challenge, search or filter. */
export const hasOutline = ({ open, submission, page, search, hideSolved, show }: Query): boolean =>
  open === null && submission === null && page === 1 && search === '' && !hideSolved && show === 'all'

/** The board without the reader's own parts (solves, rank, token). Only for views with `hasOutline`. */
export const outline: Outline<ChallengesProps> = {
  common: (props) => ({
    ...props,
    practised: [],
    behind: [],
    team: TEAM,
    play: { ...props.play, own: null, beside: { ahead: null, behind: null }, divisionTeams: null },
    me: ''
  }),
  parts: {
    categories(props, words) {
      const { challenges, won } = stateOf(props, words)
      return cachedPart(pageOf(props), { of: Categories, props: { counts: countsOf(challenges, won) } })
    },
    strip: (props, words) => <Cached of={OwnStrip} {...standingOf(props, words)} />,
    panel: (props, words) => <Cached of={OwnPanel} {...standingOf(props, words)} />,
    groups(props, words) {
      const { play, query, found, practice, practised, behind } = props
      const { challenges, marks, won } = stateOf(props, words)
      const cards = {
        ...{ own: play.own, fresh: play.fresh, behind, marks, stop: null },
        practised: practice ? practised : [],
        running: !practice,
        sections: sectionsOf(challenges, won, query, found)
      }
      const groups = groupsOf(cards, pageOf(props), numberOf(words.locale))
      return <Cached of={Groups} props={{}} slots={{ groups }} />
    }
  }
}
