import { Cached } from '~/app/islands/runtime/cache/cached'
import type { Outline } from '~/app/islands/runtime/cache/outline'
import { keyOf } from '~/app/islands/runtime/cache/render-cache'
import { sharedBy } from '~/app/islands/runtime/cache/shared-by'
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
  parts(props, words) {
    const { gameId, start, query, play, found, practice, practised, behind } = props
    const page = { gameId, start, query, playing: true, go }
    const number = numberOf(words.locale)
    const won = wonBy(play.own)
    const { challenges, marks } = locksOf(play.challenges, won, practice ? null : behind, words.t)
    const standing = ownPropsOf(props, play, number, props.now)
    const cards = {
      ...{ own: play.own, fresh: play.fresh, behind, marks, stop: null },
      practised: practice ? practised : [],
      running: !practice
    }
    const view = `${gameId} ${keyOf(query)}`
    return {
      categories: () => cachedPart(page, { of: Categories, props: { counts: countsOf(challenges, won) } }),
      strip: () => <Cached of={OwnStrip} {...standing} />,
      panel: () => <Cached of={OwnPanel} {...standing} />,
      groups() {
        const sections = sectionsOf(challenges, won, query, found)
        const groups = groupsOf({ ...cards, sections }, page, number, (challenge, look, make) =>
          sharedBy(challenge, `${view} ${look}`, make)
        )
        return <Cached of={Groups} props={{}} slots={{ groups }} />
      }
    }
  }
}
