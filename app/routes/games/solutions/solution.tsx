import { useLoaderData } from '@remix-run/react'
import { Category } from '~/app/components/game/Category'
import { GameBar } from '~/app/components/game/GameBar'
import { Stars } from '~/app/components/game/Stars'
import { Markdown } from '~/app/components/markdown/Markdown'
import { markdown } from '~/app/components/markdown/render-markdown'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import styles from '~/app/styles/patterns/game.css?url'
import { shownCategory } from '~/server/categories/constants'
import { GameNews } from '../GameNews'
import { PublicWriteups } from './PublicWriteups'

export const links = () => [{ rel: 'stylesheet', href: styles }]

/** The solution of a challenge of a game that is over (docs/rules/challenges.md#solutions). */
export const loader = page(async ({ services, ctx, params }) => {
  const [id, challengeId] = [idOf(params.id), idOf(params.challengeId)]
  const [{ content: _, ...game }, { solution, ...challenge }] = await Promise.all([
    services.games.one(ctx, id),
    services.solutions.one(ctx, id, challengeId)
  ])
  return {
    title: `${challenge.title} · ${game.title}`,
    game,
    challenge,
    /** Sanitised HTML; null without a published solution. */
    html: solution === null ? null : markdown(solution),
    now: ctx.now.getTime()
  }
})

export default function SolutionPage() {
  const { game, challenge, html, now } = useLoaderData<typeof loader>()
  const { title, rating, writeups } = challenge
  const t = useText()
  return (
    <>
      <GameBar game={game} current="statistics" now={now} />
      <Main>
        <div className="page-head">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          <div className="actions">
            <a className="btn sm" href={`/games/${game.id}/Solutions`}>
              {t('solutions:all')}
            </a>
          </div>
        </div>
        <div className="stack-16">
          <p className="row">
            <Category category={shownCategory(challenge)} />
            {rating && <Stars rating={rating} />}
          </p>
          <h2>{t('solutions:solution')}</h2>
          {html === null ? <p className="muted">{t('solutions:not_published')}</p> : <Markdown html={html} />}
          <PublicWriteups writeups={writeups} />
        </div>
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
