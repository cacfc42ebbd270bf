import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { announceEntries, announceIn } from '~/app/request/announce'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { bulkIds, MAX_BULK_IDS } from '~/server/platform/wire'
import { AdminFrame } from '../../AdminFrame'
import { bulkResult, challengeNames, nothingSelected } from '../../bulk-form'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { EnableSelected } from './EnableSelected'
import { DeleteSelected, PointsOfSelected, ReleaseOfSelected, SelectedTable } from './SelectedForms'
import { idsOf, pointsForm, releaseForm, SELECTED_ACTS } from './selected-acts'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

const listOf = (gameId: number) => `/admin/games/${gameId}/challenges`

export const loader = page('challenges', async (args) => {
  const { services, ctx, url, t } = args
  const list = listOf(idOf(args.params.id))
  const ids = idsOf(url.searchParams)
  if (ids === null)
    throw redirectWith(list, { tone: 'warn', key: 'admin:bulk.most', params: { count: MAX_BULK_IDS } })
  if (ids.length === 0) throw nothingSelected(list)
  const { game, heading } = await loadGameHead(args)
  const { challenges, room } = await services.challenges.selected(ctx, game.id, ids)
  if (challenges.length === 0) throw nothingSelected(list)
  const act = SELECTED_ACTS.find((one) => one === url.searchParams.get('act')) ?? SELECTED_ACTS[0]
  return {
    title: t(`admin:selected.${act}`),
    heading,
    challenges,
    room,
    act,
    plugins: services.plugins.names('scoring'),
    here: url.pathname + url.search
  }
})

export const action = forms({
  enable: oneForm({
    act: 'challenges',
    schema: z.object({ ...announceEntries, ids: bulkIds }),
    async run(args) {
      const gameId = idOf(args.params.id)
      const { ids, ...form } = args.input
      const outcome = await args.services.challenges.setEnabled(args.ctx, gameId, ids, true, announceIn(form))
      return bulkResult(args, listOf(gameId), outcome, { names: challengeNames })
    }
  }),
  release: oneForm({
    act: 'challenges',
    schema: releaseForm,
    async run(args) {
      const gameId = idOf(args.params.id)
      const { ids, ...plan } = args.input
      const outcome = await args.services.challenges.schedule(args.ctx, gameId, ids, plan)
      return bulkResult(args, listOf(gameId), outcome, { names: challengeNames })
    }
  }),
  points: oneForm({
    act: 'challenges',
    schema: pointsForm,
    async run(args) {
      const { services, ctx, params, input } = args
      const gameId = idOf(params.id)
      const outcome = await services.challenges.setPoints(ctx, gameId, input.ids, input.points)
      return bulkResult(args, listOf(gameId), outcome, { names: challengeNames })
    }
  }),
  delete: oneForm({
    act: 'challenges',
    schema: z.object({ ids: bulkIds }),
    async run(args) {
      const gameId = idOf(args.params.id)
      const outcome = await args.services.challenges.removeAll(args.ctx, gameId, args.input.ids)
      return bulkResult(args, listOf(gameId), outcome, {
        names: challengeNames,
        done: 'admin:selected.deleted'
      })
    }
  })
})

export default function Selected() {
  const { title, heading, challenges, room, act, plugins, here } = useLoaderData<typeof loader>()
  const t = useText()
  const list = listOf(heading.id)
  const state = useFormState(act)
  const form = { action: here, back: list, challenges, state }
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="challenges"
        title={title}
        crumbs={[{ href: list, text: t('admin:tab.challenges') }, { text: title }]}
      />
      <div className="stack-16">
        <FormMessage state={state} />
        <Panel title={title} body="stack-16">
          {act === 'enable' && <EnableSelected {...form} room={room} href={list} />}
          {act === 'release' && <ReleaseOfSelected {...form} />}
          {act === 'points' && <PointsOfSelected {...form} plugins={plugins} />}
          {act === 'delete' && <DeleteSelected {...form} />}
        </Panel>
        <SelectedTable challenges={challenges} href={list} />
      </div>
    </AdminFrame>
  )
}
