import type { ReactNode } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { EmptyState } from '~/app/components/EmptyState'
import { Category, CategoryIcon, categoryKey } from '~/app/components/game/Category'
import { type Blood, Pennant } from '~/app/components/game/Pennant'
import { CircleCheckIcon, FlagIcon, SearchIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { Cached } from '~/app/rendering/cached'
import type { BoardChallenge, BoardItem } from '~/scoring/rules'
import { categoryName, shownCategory } from '~/server/categories/constants'
import type { Claimant, TeamClaims } from '~/server/workspace/contract'
import { linkTo, type PageState, usePage } from '../page'
import { bloodOf, useNumber } from '../words'
import { keyOf, type Section } from './arrange'

export const CARDS_ID = 'cards'

interface CardsProps {
  sections: Section[]
  own: BoardItem | null
  fresh: readonly number[]
  practised: readonly number[]
  /** Solved while the public board is frozen. */
  behind: readonly number[]
  /** Claims of members on challenges. */
  claims?: TeamClaims
  running: boolean
  /** The only card that Tab reaches; null without script, when Tab reaches all. */
  stop: number | null
  /** By challenge id: for staff the reason why players do not see it; for players the challenges that unlock it. */
  marks?: Readonly<Record<number, string>>
}

export function Cards(props: CardsProps) {
  const page = usePage()
  const groups = groupsOf(props, page, useNumber())
  return (
    <div className="sections" id={CARDS_ID} tabIndex={-1}>
      <Cached name="groups" of={Groups} props={{}} slots={{ groups }} />
    </div>
  )
}

export const Groups = ({ groups }: { groups: ReactNode }) => groups

export const groupsOf = (
  { sections, running, ...rest }: CardsProps,
  { gameId, query, playing, go }: Pick<PageState, 'gameId' | 'query' | 'playing' | 'go'>,
  number: (value: number) => string
) =>
  sections.map(({ challenges, category, total, solved, won, open }) => (
    <Cached
      key={keyOf({ category })}
      of={Group}
      props={{ category, total, playing, count: challenges.length }}
      texts={{ solved: String(solved), won: number(won), open: number(open) }}
      slots={{
        cards: challenges.map((challenge) => (
          <Cached
            key={challenge.id}
            of={Card}
            props={{ ...cardOf(challenge, rest), running, gameId, query, go, flat: category === null }}
          />
        ))
      }}
    />
  ))

interface GroupProps extends Pick<Section, 'category' | 'total'> {
  count: number
  playing: boolean
}

type GroupTexts = Record<'solved' | 'won' | 'open', string>

interface GroupSlots {
  cards: ReactNode
}

function Group({
  category,
  total,
  playing,
  count,
  solved,
  won,
  open,
  cards
}: GroupProps & GroupTexts & GroupSlots) {
  const t = useText()
  const id = `h-${encodeURIComponent(keyOf({ category }) ?? 'all')}`
  return (
    <section className="cat-section" data-cards={count} aria-labelledby={id}>
      <header>
        <h2 id={id}>{category ? <Category category={category} /> : t('challenges:all_challenges')}</h2>
        <span>{playing ? t('challenges:solved_of', { solved, total }) : total}</span>
        {playing && <span className="tot">{t('challenges:points_of', { won, open })}</span>}
      </header>
      <div className="chal-grid">{cards}</div>
    </section>
  )
}

type Solve = Pick<BoardItem['solvedChallenges'][number], 'type' | 'score'>

interface Where extends Pick<PageState, 'gameId' | 'query' | 'go'> {
  running: boolean
}

/** The content of a card; equal for many teams, so that its rendering is shared. */
interface Shown {
  challenge: BoardChallenge
  /** The own team's solve; null without one. */
  solve: Solve | null
  fresh: boolean
  practised: boolean
  behind: boolean
  stop: boolean
  mark?: string
  /** Members who work on it; absent for nobody, and once it is solved. */
  claimed?: readonly Claimant[]
}

export interface CardProps extends Shown, Where {
  /** The card shows its category, because its group has several. */
  flat: boolean
}

function cardOf(
  challenge: BoardChallenge,
  { own, fresh, practised, behind, claims, stop, marks }: Omit<CardsProps, 'sections' | 'running'>
): Shown {
  const { id } = challenge
  const mark = marks?.[id]
  const claimed = claims?.[id]
  const solve = own?.solvedChallenges.find((one) => one.id === id)
  return {
    challenge,
    solve: solve ? { type: solve.type, score: solve.score } : null,
    fresh: fresh.includes(id),
    practised: practised.includes(id),
    behind: behind.includes(id),
    stop: stop === null || stop === id,
    ...(mark !== undefined && { mark }),
    ...(claimed && !solve && !behind.includes(id) && { claimed })
  }
}

function Card(props: CardProps) {
  const {
    challenge,
    solve,
    flat,
    fresh,
    practised,
    behind,
    running,
    stop,
    mark,
    claimed,
    gameId,
    query,
    go
  } = props
  const t = useText()
  const number = useNumber()
  const { id, title, score, solved, labels } = challenge
  const category = shownCategory(challenge)
  return (
    <a
      className="chal"
      id={`chal-${id}`}
      data-category={categoryKey(category)}
      data-state={solve ? 'solved' : undefined}
      data-new={fresh || undefined}
      tabIndex={stop ? undefined : -1}
      {...linkTo(gameId, go)({ ...query, open: id, part: 'text', page: 1, submission: null })}
    >
      <span>
        <span className="t">
          <bdi>{title}</bdi>
        </span>
        <span className="st">
          {flat && (
            <>
              <CategoryIcon category={category} className="i14" />
              <span className="sr">{categoryName(category)}</span>
            </>
          )}
          {claimed && <Claimed by={claimed} />}
          {solve && <SolvedMark blood={bloodOf(solve.type)} />}
          {!solve && behind && <QuietMark label={t('challenges:behind')} />}
          {!solve && !behind && practised && <QuietMark label={t('challenges:practised')} />}
        </span>
      </span>
      {labels && (
        <span className="tags">
          {[labels.level && t(`labels:of.${labels.level}`), ...(labels.tags ?? [])]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      {mark !== undefined && <span className="badge outline">{mark}</span>}
      {labels?.blocked && <span className="badge outline">{t('labels:blocked')}</span>}
      <span className="lo">
        <span className="pts">
          {number(solve ? solve.score : score)}
          <span className="sr"> {t('challenges:points')}</span>
        </span>
        {running && !solve && solved < 3 ? (
          <OpenBloods solved={solved} />
        ) : (
          <span className="meta">{t('challenges:solves', { count: solved, n: number(solved) })}</span>
        )}
      </span>
    </a>
  )
}

function QuietMark({ label }: { label: string }) {
  return (
    <span className="muted" title={label}>
      <CircleCheckIcon />
      <span className="sr">{label}</span>
    </span>
  )
}

const SHOWN = 3

/** Pictures of the members who work on it; screen readers get the names. */
function Claimed({ by }: { by: readonly Claimant[] }) {
  const t = useText()
  const names = by.map(({ name }) => name).join(', ')
  return (
    <span className="claimed" title={names}>
      {by.slice(0, SHOWN).map(({ name, avatar }) => (
        <Avatar key={name} name={name} url={avatar} size="s16" round />
      ))}
      {by.length > SHOWN && <span aria-hidden="true">+{by.length - SHOWN}</span>}
      <span className="sr">{t('challenges:on_it', { names })}</span>
    </span>
  )
}

function SolvedMark({ blood }: { blood: Blood | null }) {
  const t = useText()
  return (
    <>
      {blood && <Pennant blood={blood} label={t(`challenges:blood.${blood}`)} />}
      <CircleCheckIcon />
      <span className="sr">{t('challenges:solved')}</span>
    </>
  )
}

function OpenBloods({ solved }: { solved: number }) {
  const t = useText()
  const open = ([1, 2, 3] as const).slice(solved)
  return (
    <span className="meta bloods">
      <span className="sr">{t('challenges:open_bloods', { count: open.length })}</span>
      {open.map((blood) => (
        <Pennant key={blood} blood={blood} />
      ))}
    </span>
  )
}

export function NoCards({ any }: { any: boolean }) {
  const t = useText()
  const { query, link } = usePage()
  if (!any)
    return (
      <EmptyState icon={FlagIcon} title={t('challenges:none')}>
        {t('challenges:none_hint')}
      </EmptyState>
    )
  const all = { ...query, category: null, search: '', hideSolved: false, show: 'all' as const, open: null }
  const clear = (
    <a className="btn" {...link(all)}>
      {t('challenges:show_all')}
    </a>
  )
  return (
    <EmptyState icon={SearchIcon} title={t('challenges:no_match')} action={clear}>
      {query.hideSolved && !query.search && query.show === 'all' && t('challenges:all_solved')}
    </EmptyState>
  )
}
