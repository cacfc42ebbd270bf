import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { Category } from '~/app/components/game/Category'
import { GameBar } from '~/app/components/game/GameBar'
import { Stars } from '~/app/components/game/Stars'
import { FileTextIcon } from '~/app/components/icons'
import { Main } from '~/app/components/shell/Main'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import styles from '~/app/styles/patterns/game.css?url'
import { shownCategory } from '~/server/categories/constants'
import { GameNews } from '../GameNews'
import { PublicWriteups } from './PublicWriteups'

export const links = () => [{ rel: 'stylesheet', href: styles }]

/** What is published about a game that is over (docs/rules/challenges.md#solutions). */
export const loader = page(async ({ services, ctx, params, t }) => {
  const id = idOf(params.id)
  const [{ content: _, ...game }, { challenges, writeups }] = await Promise.all([
    services.games.one(ctx, id),
    services.solutions.list(ctx, id)
  ])
  return {
    title: `${t('solutions:title')} · ${game.title}`,
    game,
    challenges,
    writeups,
    now: ctx.now.getTime()
  }
})

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function Challenges({ game, challenges }: Pick<Data, 'game' | 'challenges'>) {
  const t = useText()
  const columns = ['challenge', 'category', 'rating', 'solution'].map((key) => ({
    text: t(`solutions:column.${key}`)
  }))
  return (
    <Table label={t('solutions:challenges')} columns={columns}>
      {challenges.map(({ id, title, rating, solution, ...of }) => (
        <tr key={id}>
          <th scope="row">
            <a className="link" href={`/games/${game.id}/Solutions/${id}`}>
              <bdi>{title}</bdi>
            </a>
          </th>
          <td>
            <Category category={shownCategory(of)} />
          </td>
          <td>
            <Stars rating={rating} />
          </td>
          <td>{solution ? t('solutions:there') : '–'}</td>
        </tr>
      ))}
    </Table>
  )
}

export default function SolutionsPage() {
  const { game, challenges, writeups, now } = useLoaderData<typeof loader>()
  const t = useText()
  const none = writeups.length === 0 && !challenges.some(({ solution, rating }) => solution || rating)
  return (
    <>
      <GameBar game={game} current="statistics" now={now} />
      <Main>
        <div className="page-head">
          <h1>{t('solutions:title')}</h1>
        </div>
        {none ? (
          <EmptyState icon={FileTextIcon} title={t('solutions:none')} />
        ) : (
          <div className="stack-16">
            <Challenges game={game} challenges={challenges} />
            <PublicWriteups writeups={writeups} />
          </div>
        )}
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
