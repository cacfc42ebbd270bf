import { useLoaderData } from '@remix-run/react'
import { Confirm } from '~/app/components/form/Confirm'
import { Field, SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import seasonStyles from '~/app/styles/patterns/season.css?url'
import { MAX_LIST_SIZE } from '~/server/platform/wire'
import { SEASON_LIMITS } from '~/server/seasons/constants'
import type { SeasonEdit } from '~/server/seasons/contract'
import { AdminFrame } from '../AdminFrame'
import { PlacePointsField, SeasonFields } from './SeasonFields'
import { seasonForms } from './season-forms'

export const links = () => [adminStyles, seasonStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = page('Admin', async ({ services, ctx, params, t }) => {
  const [season, { data }] = await Promise.all([
    services.seasons.editOne(ctx, idOf(params.id)),
    services.games.editList(ctx, { count: MAX_LIST_SIZE, skip: 0 })
  ])
  const held = new Set(season.games.map(({ id }) => id))
  const others = data.flatMap(({ id, title }) => (held.has(id) ? [] : [{ id, title }]))
  return { title: `${t('seasons:title')} · ${season.title}`, season, others }
})

export const action = seasonForms

/** Smallest and largest weight of a game. */
const WEIGHT = { inputMode: 'decimal', maxLength: 6, required: true } as const

function GameRow({ game: { id, title, weight, state } }: { game: SeasonEdit['games'][number] }) {
  const t = useText()
  return (
    <tr>
      <th scope="row">
        <a className="link" href={`/admin/games/${id}`}>
          <bdi>{title}</bdi>
        </a>
      </th>
      <td data-label={t('seasons:edit.weight')}>
        <form className="row weigh" method="post">
          <input type="hidden" name="game" value={id} />
          <input
            className="input sm"
            name="weight"
            size={6}
            defaultValue={weight}
            aria-label={t('seasons:edit.weight_of', { title })}
            {...WEIGHT}
          />
          <button type="submit" className="btn sm" name="intent" value="weigh">
            {t('common:save')}
          </button>
        </form>
      </td>
      <td data-label={t('seasons:edit.state')}>{t(`seasons:state.${state}`)}</td>
      <td className="end">
        <form method="post">
          <input type="hidden" name="game" value={id} />
          <button
            type="submit"
            className="btn sm"
            name="intent"
            value="take"
            aria-label={t('seasons:edit.remove_name', { title })}
          >
            {t('seasons:edit.remove')}
          </button>
        </form>
      </td>
    </tr>
  )
}

function AddGame({ others }: { others: { id: number; title: string }[] }) {
  const t = useText()
  const state = useFormState('add')
  return (
    <Panel title={t('seasons:edit.add')} body="stack-16">
      <p className="muted">{t('seasons:edit.add_text', { most: SEASON_LIMITS.games })}</p>
      <FormMessage state={state} />
      <form className="stack-16" method="post">
        <div className="form-grid">
          <SelectField name="game" label={t('seasons:edit.game')} state={state} defaultValue="">
            <option value="">{t('seasons:edit.choose')}</option>
            {others.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
          <Field
            name="weight"
            label={t('seasons:edit.weight')}
            hint={t('seasons:edit.weight_hint')}
            state={state}
            defaultValue="1"
            {...WEIGHT}
          />
        </div>
        <div className="row">
          <button type="submit" className="btn primary" name="intent" value="add">
            {t('seasons:edit.add')}
          </button>
        </div>
      </form>
    </Panel>
  )
}

function Settings({ season }: { season: SeasonEdit }) {
  const t = useText()
  const state = useFormState('save')
  // None after a conflict that was shown: the next save may overwrite.
  const version = state ? state.values.version : season.version
  return (
    <Panel title={t('seasons:edit.settings')} body="stack-16">
      <FormMessage state={state} />
      <form className="stack-16" method="post">
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        <div className="form-grid">
          <SeasonFields season={season} state={state} />
        </div>
        <PlacePointsField season={season} state={state} />
        <div className="row">
          <button type="submit" className="btn primary" name="intent" value="save">
            {t('common:save')}
          </button>
        </div>
      </form>
    </Panel>
  )
}

export default function SeasonEditor() {
  const { season, others } = useLoaderData<typeof loader>()
  const t = useText()
  const states = [useFormState('weigh'), useFormState('take')]
  const columns = [
    { text: t('seasons:edit.game') },
    { text: t('seasons:edit.weight') },
    { text: t('seasons:edit.state') },
    { text: t('admin:actions'), silent: true }
  ]
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>
          <bdi>{season.title}</bdi>
        </h1>
        <div className="actions">
          <a className="btn" href={`/seasons/${season.id}`}>
            {t('seasons:edit.view')}
          </a>
          <Confirm
            classes="danger"
            danger
            label={t('seasons:edit.delete')}
            question={t('seasons:edit.delete_question', { title: season.title })}
            confirm={t('seasons:edit.delete')}
            fields={{ intent: 'delete' }}
          />
        </div>
      </div>
      <div className="stack-16">
        {states.map(
          (state) =>
            state && (
              <FormMessage
                key={state.intent}
                state={{ ...state, message: state.message ?? state.errors.weight ?? null }}
              />
            )
        )}
        {season.games.length > 0 && (
          <Table label={t('seasons:edit.games')} className="cards" columns={columns}>
            {season.games.map((game) => (
              <GameRow key={game.id} game={game} />
            ))}
          </Table>
        )}
        {season.games.length < SEASON_LIMITS.games && <AddGame others={others} />}
        <Settings season={season} />
      </div>
    </AdminFrame>
  )
}
