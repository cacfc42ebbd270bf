import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { FlagIcon, PlusIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import type { SeasonRow } from '~/server/seasons/contract'
import { AdminFrame } from '../AdminFrame'
import { NewPanel } from '../NewPanel'
import { PlacePointsField, SeasonFields } from './SeasonFields'
import { HERE, listForms } from './season-forms'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

export const loader = page('Admin', async ({ services, ctx, t, url }) => ({
  title: t('seasons:title'),
  seasons: await services.seasons.editList(ctx),
  adding: url.searchParams.has('new')
}))

export const action = listForms

function Seasons({ seasons }: { seasons: SeasonRow[] }) {
  const t = useText()
  const { number } = useFormat()
  const columns = [
    { text: t('seasons:edit.title') },
    { text: t('seasons:edit.formula') },
    ...['games', 'teams'].map((key) => ({ text: t(`seasons:edit.${key}`), num: true }))
  ]
  return (
    <Table label={t('seasons:title')} className="cards" columns={columns}>
      {seasons.map(({ id, title, formula, games, teams }) => (
        <tr key={id}>
          <th scope="row">
            <a className="link" href={`${HERE}/${id}`}>
              <bdi>{title}</bdi>
            </a>
          </th>
          <td data-label={t('seasons:edit.formula')}>{t(`seasons:formula.${formula}`)}</td>
          <td className="num" data-label={t('seasons:edit.games')}>
            {number(games)}
          </td>
          <td className="num" data-label={t('seasons:edit.teams')}>
            {number(teams)}
          </td>
        </tr>
      ))}
    </Table>
  )
}

export default function SeasonsPage() {
  const { title, seasons, adding } = useLoaderData<typeof loader>()
  const t = useText()
  const state = useFormState('create')
  const open = adding || state !== null
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>{title}</h1>
        <div className="actions">
          {!open && (
            <a className="btn primary" href={`${HERE}?new`}>
              <PlusIcon />
              {t('seasons:edit.new')}
            </a>
          )}
        </div>
      </div>
      <div className="stack-16">
        <p className="muted">{t('seasons:edit.text')}</p>
        {open && (
          <NewPanel
            title={t('seasons:edit.new')}
            href={HERE}
            first={false}
            more={<PlacePointsField state={state} />}
            submit={t('seasons:edit.create')}
          >
            <SeasonFields state={state} />
          </NewPanel>
        )}
        {seasons.length > 0 && <Seasons seasons={seasons} />}
        {seasons.length === 0 && !open && (
          <EmptyState icon={FlagIcon} title={t('seasons:edit.none')}>
            {t('seasons:edit.none_text')}
          </EmptyState>
        )}
      </div>
    </AdminFrame>
  )
}
