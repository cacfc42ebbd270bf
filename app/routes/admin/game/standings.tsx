import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { ListFoot } from '~/app/components/table/ListFoot'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import { pageOf } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { AdminFrame } from '../AdminFrame'
import { GameHead } from './GameHead'
import { loadGameHead } from './head'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

const PAGE_SIZE = 100

/** The board behind its freeze, for staff. */
export const loader = page('watch', async (args) => {
  const { services, ctx, url, t } = args
  const { game, heading } = await loadGameHead(args)
  const all = await services.freezing.standings(ctx, game.id)
  const { rows, ...place } = pageOf(all, url.searchParams.get('page'), PAGE_SIZE)
  return { title: `${t('admin:freeze.whole')} · ${game.title}`, heading, rows, place }
})

export default function Standings() {
  const { heading, rows, place } = useLoaderData<typeof loader>()
  const t = useText()
  const { number } = useFormat()
  const title = t('admin:freeze.whole')
  const shown = (value: number) => (value === 0 ? '–' : number(value))
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Info"
        title={title}
        crumbs={[{ text: title }]}
        actions={
          <a className="btn" href={`/admin/games/${heading.id}/WhatIf`}>
            {t('whatif:title')}
          </a>
        }
      />
      {rows.length === 0 ? (
        <EmptyState title={t('admin:freeze.nobody')} />
      ) : (
        <TableWrap label={title}>
          <table className="table dense">
            <thead>
              <tr>
                <th scope="col" className="num">
                  {t('corrections:rank')}
                </th>
                <th scope="col">{t('corrections:team')}</th>
                <th scope="col" className="num">
                  {t('corrections:points')}
                </th>
                <th scope="col" className="num">
                  {t('admin:freeze.shown_rank')}
                </th>
                <th scope="col" className="num">
                  {t('admin:freeze.shown_points')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ participationId, name, now, shown: publicRow }) => (
                <tr key={participationId}>
                  <td className="num">
                    <b>{number(now.rank)}</b>
                  </td>
                  <th scope="row" className="team-cell">
                    <bdi>{name}</bdi>
                  </th>
                  <td className="num">{number(now.score)}</td>
                  <td className="num muted">{shown(publicRow.rank)}</td>
                  <td className="num muted">{number(publicRow.score)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
      <ListFoot place={place} label="admin:place" />
    </AdminFrame>
  )
}
