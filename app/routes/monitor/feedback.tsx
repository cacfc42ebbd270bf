import { useLoaderData, useLocation } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { Category } from '~/app/components/game/Category'
import { Stars } from '~/app/components/game/Stars'
import { DownloadIcon, StarIcon } from '~/app/components/icons'
import { Pagination } from '~/app/components/table/Pagination'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import { hrefWith, pageFrom } from '~/app/request/paging'
import { shownCategory } from '~/server/categories/constants'
import { idParam } from '~/server/platform/wire'
import { monitorLinks } from './GrowingList'
import { MonitorFrame } from './MonitorFrame'
import { watchedGame } from './monitor-lists'

export const links = monitorLinks

const ROWS_PER_PAGE = 50

/** What members said about challenges (docs/rules/challenges.md#feedback). */
export const loader = page('feedback', async (args) => {
  const { services, ctx, url, t } = args
  const { game, counts, now } = await watchedGame(args)
  const challenge = idParam.safeParse(url.searchParams.get('challenge')).data ?? null
  const [ratings, said] = await Promise.all([
    services.feedback.ratings(ctx, game.id),
    pageFrom(url.searchParams.get('page'), ROWS_PER_PAGE, (part) =>
      services.feedback.list(ctx, game.id, { ...part, challenge })
    )
  ])
  const rated = ratings.filter(({ rating }) => rating !== null)
  return { title: `${t('monitor:tab.Feedback')} · ${game.title}`, game, counts, now, challenge, rated, said }
})

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function Ratings({ rated, challenge }: Pick<Data, 'rated' | 'challenge'>) {
  const t = useText()
  const here = useLocation()
  const columns = ['challenge', 'category', 'average'].map((key) => ({ text: t(`feedback:${key}_column`) }))
  return (
    <Table label={t('feedback:ratings')} className="dense" columns={columns}>
      {rated.map(({ id, title, rating, ...of }) => (
        <tr key={id}>
          <th scope="row">
            <a
              className="link"
              href={hrefWith(here, { challenge: id === challenge ? null : String(id) })}
              aria-current={id === challenge ? 'true' : undefined}
            >
              <bdi>{title}</bdi>
            </a>
          </th>
          <td>
            <Category category={shownCategory(of)} />
          </td>
          <td>
            <Stars rating={rating} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Said({ said }: Pick<Data, 'said'>) {
  const t = useText()
  const { moment } = useFormat()
  const here = useLocation()
  return (
    <>
      <ul className="list stack-16">
        {said.rows.map(({ challenge, stars, line, time, user }) => (
          <li key={`${challenge.id} ${user?.id ?? ''} ${stars} ${line}`}>
            <b>
              <bdi>{challenge.title}</bdi>
            </b>{' '}
            <span aria-hidden="true">{'★'.repeat(stars)}</span>
            <span className="sr">{t('feedback:stars', { count: stars })}</span>
            {line && (
              <p>
                <bdi>{line}</bdi>
              </p>
            )}
            {user && time && (
              <p className="faint small">
                <bdi>{user.name}</bdi> · <bdi>{user.team}</bdi> ·{' '}
                <time dateTime={time}>{moment(new Date(time))} UTC</time>
              </p>
            )}
          </li>
        ))}
      </ul>
      <Pagination
        page={said.page}
        pages={said.pages}
        href={(to) => hrefWith(here, { page: to === 1 ? null : String(to) })}
      />
    </>
  )
}

export default function FeedbackPage() {
  const { game, counts, now, challenge, rated, said } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <MonitorFrame game={game} tab="Feedback" counts={counts} now={now}>
      {rated.length === 0 ? (
        <EmptyState icon={StarIcon} title={t('feedback:none')}>
          {t('feedback:none_text')}
        </EmptyState>
      ) : (
        <div className="stack-16">
          <div className="row">
            <p className="muted grow">{t('feedback:staff_hint')}</p>
            <a className="btn sm" href={`/api/game/${game.id}/feedback/csv`} download>
              <DownloadIcon />
              CSV
            </a>
          </div>
          <Ratings rated={rated} challenge={challenge} />
          <h2>{t('feedback:said')}</h2>
          <Said said={said} />
        </div>
      )}
    </MonitorFrame>
  )
}
