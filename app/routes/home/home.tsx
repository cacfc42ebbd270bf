import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Badge } from '~/app/components/Badge'
import { EmptyState } from '~/app/components/EmptyState'
import { GameRow } from '~/app/components/game/GameRow'
import { Leaders, OwnLine } from '~/app/components/game/Leaders'
import { ZoneLine } from '~/app/components/game/ZoneLine'
import { FlagIcon, PinIcon } from '~/app/components/icons'
import { Markdown } from '~/app/components/markdown/Markdown'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import newsIsland from '~/app/islands/news'
import { Island } from '~/app/islands/runtime/island'
import { Cached } from '~/app/rendering/cached'
import { page, type ViewArgs } from '~/app/request/page'
import { Slot } from '~/app/request/page/slot'
import type { Templated } from '~/app/request/page/template'
import styles from '~/app/styles/patterns/home.css?url'
import { AllFigures, Feature, OwnFigures } from './Feature'
import { FirstSteps } from './FirstSteps'
import { type HomeView, homeView } from './home-view'
import { LastResult, OwnResult } from './LastResult'
import { Live } from './Live'
import { Next } from './Next'
import { RaceChart } from './RaceChart'
import { TeamNow } from './TeamNow'
import { Upcoming } from './Upcoming'

export const links = () => [{ rel: 'stylesheet', href: styles }]

const load = async (args: ViewArgs) => ({
  title: args.t('home:title'),
  visitor: args.ctx.actor === null,
  ...(await homeView(args))
})
export const loader = page(load)

type Data = Awaited<ReturnType<typeof load>>

/** Everything depends on the reader, but consists of shared parts. */
export const templated: Templated<Data> = {
  reader: 'anybody',
  load,
  frame: ({ title }) => ({ title }),
  slots: { body: bodyOf, news: newsOf }
}

export default function Home() {
  const data = useLoaderData<typeof loader>()
  return (
    <Main>
      <Slot name="body">{() => bodyOf(data)}</Slot>
      <Slot name="news">{() => newsOf(data)}</Slot>
    </Main>
  )
}

/** Readers with the same registration share it; personal parts are filled in. */
function bodyOf({ player, race, live, news: _, result, ...shared }: Data) {
  const { feature, now } = shared
  const slots = {
    figures: figuresOf({ feature, player }),
    race:
      race && feature ? [<Cached key="race" of={RaceChart} props={{ race, title: feature.title }} />] : [],
    team: player ? [<Cached key="team" of={TeamNow} props={player.team} />] : [],
    next: player?.next ? [<Cached key="next" of={Next} props={player.next} />] : [],
    leaders: result ? resultOf(result) : leadersOf({ feature, now, player }),
    live: live ? [<Cached key="live" of={Live} props={live} />] : []
  }
  return <Cached of={Body} props={shared} slots={slots} />
}

/** Figures of the reader's team; for other readers those of the whole game. */
function figuresOf({ feature, player }: Pick<Data, 'feature' | 'player'>) {
  if (!feature?.board) return []
  if (!player) return [<Cached key="all" of={AllFigures} props={{ board: feature.board }} />]
  const { figures, change, ahead } = player
  const { challenges, teams, ...own } = figures
  const texts = ahead ? { ...own, points: ahead.points, place: ahead.rank, name: ahead.name } : own
  const props = { challenges, teams, change, ahead: ahead !== null }
  return [<Cached key="own" of={OwnFigures} props={props} texts={texts} />]
}

/** Adds a line for a reader whose team is not among the leaders. */
function leadersOf({ feature, now, player }: Pick<Data, 'feature' | 'now' | 'player'>) {
  if (!feature?.board) return []
  const { id: game, board } = feature
  const line = player?.line
  const own = line
    ? [<Cached key="own" of={OwnLine} props={{ game, ...line.team }} texts={line.texts} />]
    : []
  return [<Cached key="leaders" of={Leaders} props={{ game, board, now }} slots={{ own }} />]
}

function resultOf({ shared, own }: NonNullable<Data['result']>) {
  const line = own
    ? [<Cached key="own" of={OwnResult} props={{ game: shared.id, ...own.team }} texts={own.texts} />]
    : []
  return [<Cached key="result" of={LastResult} props={shared} slots={{ own: line }} />]
}

function newsOf({ news }: Data) {
  return news.length > 0 ? <Island of={newsIsland} props={{ games: news }} on="idle" kept /> : null
}

interface BodyProps
  extends Pick<
    Data,
    'title' | 'visitor' | 'now' | 'block' | 'feature' | 'lists' | 'posts' | 'status' | 'upcoming'
  > {
  figures?: ReactNode
  race?: ReactNode
  team?: ReactNode
  next?: ReactNode
  leaders?: ReactNode
  live?: ReactNode
}

function Body({ title, visitor, now, block, feature, upcoming, lists, posts, status, ...slots }: BodyProps) {
  const empty = !feature && !upcoming
  const { figures, race, team, next, leaders, live } = slots
  return (
    <>
      {empty && <h1 className="sr">{title}</h1>}
      <div className="split">
        <div className="stack-24">
          {block && (
            <div className="panel home-block">
              <Markdown html={block} />
            </div>
          )}
          {feature && <Feature game={feature} {...{ status, figures, race, team, now, visitor }} />}
          {upcoming && <Cached of={Upcoming} props={{ ...upcoming, visitor }} />}
          {next}
          {leaders}
          {visitor && <Cached of={FirstSteps} props={{}} />}
          <Cached of={Lists} props={{ lists, now, alone: empty }} />
        </div>
        <div className="stack-24">
          {live}
          <Cached of={Posts} props={{ posts }} />
        </div>
      </div>
    </>
  )
}

interface ListsProps {
  lists: Data['lists']
  now: number
  /** No game is on top. */
  alone: boolean
}

function Lists({ lists, now, alone }: ListsProps) {
  const t = useText()
  const shown = (['running', 'next', 'recent'] as const).filter((key) => lists[key].length > 0)
  return (
    <>
      {shown.map((key) => (
        <section key={key} aria-labelledby={key}>
          <div className="section-head">
            <h2 id={key}>{t(`home:${key}`)}</h2>
            {key === 'recent' && (
              <a className="more" href="/games">
                {t('home:all_games')}
              </a>
            )}
          </div>
          <ul className="game-list panel">
            {lists[key].map((game) => (
              <li key={game.id}>
                <GameRow game={game} now={now} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {shown.length > 0 && (
        <p className="hint">
          <ZoneLine />
        </p>
      )}
      {alone && shown.length === 0 && (
        <div className="panel">
          <EmptyState title={t('home:empty.title')} icon={FlagIcon}>
            {t('home:empty.text')}
          </EmptyState>
        </div>
      )}
    </>
  )
}

function Posts({ posts }: { posts: HomeView['posts'] }) {
  const t = useText()
  return (
    <aside aria-labelledby="posts">
      <div className="section-head">
        <h2 id="posts">{t('home:posts')}</h2>
        <a className="more" href="/posts">
          {t('home:all_posts')}
        </a>
      </div>
      {posts.length === 0 && <p className="muted">{t('home:no_posts')}</p>}
      <ul className="post-mini">
        {posts.map(({ id, title, summary, isPinned, time, day }) => (
          <li key={id}>
            <time dateTime={time}>{day}</time>
            <div>
              <a href={`/posts/${id}`}>
                <b>
                  <bdi>{title}</bdi>
                </b>
              </a>
              {isPinned && <Badge icon={PinIcon}>{t('home:pinned')}</Badge>}
              <p {...rawHtml(summary)} />
            </div>
          </li>
        ))}
      </ul>
    </aside>
  )
}
