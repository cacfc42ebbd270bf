import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { EmptyState } from '~/app/components/EmptyState'
import { GameRow } from '~/app/components/GameRow'
import { FlagIcon, PinIcon } from '~/app/components/icons'
import { Main } from '~/app/components/Main'
import { rawHtml } from '~/app/components/raw-html'
import { useText } from '~/app/islands/runtime/text'
import { page } from '~/app/request/page'
import styles from '~/app/styles/patterns/home.css?url'
import { Feature } from './Feature'
import { type HomeView, homeView } from './view'

export const links = () => [{ rel: 'stylesheet', href: styles }]

export const loader = page(async (args) => ({
  title: args.t('home:title'),
  visitor: args.ctx.actor === null,
  ...(await homeView(args))
}))

export default function Home() {
  const { title, visitor, now, feature, running, next, recent, posts } = useLoaderData<typeof loader>()
  const t = useText()
  const lists = [
    { key: 'running', games: running },
    { key: 'next', games: next },
    { key: 'recent', games: recent, more: true }
  ].filter(({ games }) => games.length > 0)
  return (
    <Main>
      {!feature && <h1 className="sr">{title}</h1>}
      <div className="split">
        <div className="stack-24">
          {feature && <Feature game={feature} now={now} visitor={visitor} />}
          {lists.map(({ key, games, more }) => (
            <section key={key} aria-labelledby={key}>
              <div className="section-head">
                <h2 id={key}>{t(`home:${key}`)}</h2>
                {more && (
                  <a className="more" href="/games">
                    {t('home:all_games')}
                  </a>
                )}
              </div>
              <ul className="game-list panel">
                {games.map((game, index) => (
                  <li key={game.id}>
                    <GameRow game={game} now={now} countdown={key === 'next' && !feature && index === 0} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {!feature && lists.length === 0 && (
            <div className="panel">
              <EmptyState title={t('home:empty.title')} icon={FlagIcon}>
                {t('home:empty.text')}
              </EmptyState>
            </div>
          )}
        </div>
        <Posts posts={posts} />
      </div>
    </Main>
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
