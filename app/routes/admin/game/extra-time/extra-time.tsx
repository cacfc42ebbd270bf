import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Confirm } from '~/app/components/form/Confirm'
import { Field, TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { ListFoot } from '~/app/components/table/ListFoot'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import { pageFrom } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { MAX_EXTRA_MINUTES, MAX_EXTRA_REASON_LENGTH } from '~/server/extra-time/constants'
import { type ExtraTimeView, extraTimeInput } from '~/server/extra-time/contract'
import { AdminFrame } from '../../AdminFrame'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

const PAGE_SIZE = 30

export const loader = page('corrections', async (args) => {
  const { services, ctx, url, t } = args
  const { game, heading } = await loadGameHead(args)
  const { rows, ...place } = await pageFrom(url.searchParams.get('page'), PAGE_SIZE, (part) =>
    services.extraTimes.list(ctx, game.id, part)
  )
  return { title: `${t('extra:title')} · ${game.title}`, heading, given: rows, place }
})

const done = (id: string | undefined, key: string) =>
  redirectWith(`/admin/games/${id}/ExtraTime`, { tone: 'ok', key })

export const action = forms({
  give: oneForm({
    act: 'corrections',
    schema: extraTimeInput.extend({ team: z.string().trim().min(1, 'field.required') }),
    fields: { 'correction.team_unknown': 'team' },
    async run({ services, ctx, params, input: { team, ...input } }) {
      const gameId = idOf(params.id)
      const [participationId] = await services.corrections.participationsOf(ctx, gameId, [team])
      await services.extraTimes.give(ctx, gameId, participationId!, input)
      return done(params.id, 'extra:done.given')
    }
  }),
  take: oneForm({
    act: 'corrections',
    schema: z.object({ participation: z.coerce.number().int() }),
    async run({ services, ctx, params, input }) {
      await services.extraTimes.take(ctx, idOf(params.id), input.participation)
      return done(params.id, 'extra:done.taken')
    }
  })
})

function Give() {
  const t = useText()
  const state = useFormState('give')
  return (
    <Panel title={t('extra:give')} body="stack-16">
      <p className="muted">{t('extra:give_text')}</p>
      <FormMessage state={state} />
      <form className="stack-16" method="post">
        <div className="form-grid">
          <Field name="team" label={t('extra:team')} state={state} autoComplete="off" required />
          <Field
            name="minutes"
            type="number"
            min={1}
            max={MAX_EXTRA_MINUTES}
            label={t('extra:minutes')}
            hint={t('extra:minutes_hint')}
            state={state}
            className="num"
            required
          />
        </div>
        <TextareaField
          name="reason"
          label={t('extra:reason')}
          hint={t('extra:reason_hint')}
          state={state}
          rows={2}
          maxLength={MAX_EXTRA_REASON_LENGTH}
          required
        />
        <div className="row">
          <button type="submit" className="btn primary" name="intent" value="give">
            {t('extra:give')}
          </button>
        </div>
      </form>
    </Panel>
  )
}

function Row({ given: { participationId, team, minutes, end, reason } }: { given: ExtraTimeView }) {
  const t = useText()
  const { moment, number } = useFormat()
  return (
    <tr>
      <th scope="row">
        <bdi>{team.name}</bdi>
        <span className="sub">
          <bdi>{reason}</bdi>
        </span>
      </th>
      <td className="num" data-label={t('extra:minutes')}>
        {number(minutes)}
      </td>
      <td data-label={t('extra:end')}>
        <time dateTime={end}>{moment(new Date(end))} UTC</time>
      </td>
      <td className="end">
        <Confirm
          classes="sm danger"
          danger
          label={t('extra:take')}
          name={t('extra:take_name', { name: team.name })}
          question={t('extra:take_question', { name: team.name })}
          confirm={t('extra:take')}
          fields={{ intent: 'take', participation: String(participationId) }}
        />
      </td>
    </tr>
  )
}

export default function ExtraTime() {
  const { heading, given, place } = useLoaderData<typeof loader>()
  const t = useText()
  const state = useFormState('take')
  const columns = [
    { text: t('extra:team') },
    { text: t('extra:minutes'), num: true },
    { text: t('extra:end') },
    { text: t('admin:actions'), silent: true }
  ]
  return (
    <AdminFrame>
      <GameHead heading={heading} tab="Corrections" title={t('extra:title')} />
      <div className="stack-16">
        {state && <FormMessage state={state} />}
        {given.length === 0 ? (
          <p className="muted">{t('extra:none')}</p>
        ) : (
          <Table label={t('extra:title')} className="cards" columns={columns}>
            {given.map((one) => (
              <Row key={one.participationId} given={one} />
            ))}
          </Table>
        )}
        <ListFoot place={place} label="corrections:place" />
        <Give />
      </div>
    </AdminFrame>
  )
}
