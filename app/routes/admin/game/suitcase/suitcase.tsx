import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useText } from '~/app/i18n/text'
import { messageOf } from '~/app/request/errors'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import correctionStyles from '~/app/styles/patterns/corrections.css?url'
import { uploadField } from '~/server/assets/contract'
import { isAppError } from '~/server/platform/errors'
import { MAX_LIST_SIZE } from '~/server/platform/wire'
import { mergeInput, ONE_RESULT } from '~/server/suitcases/contract'
import { AdminFrame } from '../../AdminFrame'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { chosenOf } from './chosen'
import { MergePreviewPanels } from './Merge'
import { Origin, Packed, Receive } from './Panels'

export const links = () => [adminStyles, correctionStyles].map((href) => ({ rel: 'stylesheet', href }))

const suitcaseOf = (search: URLSearchParams) => z.uuid().safeParse(search.get('suitcase')).data ?? null

/** Suitcases of a game, and what merging results would do (docs/suitcase.md). */
export const loader = page('suitcase', async (args) => {
  const { services, ctx, url, t } = args
  const { game, heading } = await loadGameHead(args)
  const [packed, origin] = await Promise.all([
    services.suitcases.list(ctx, game.id),
    services.suitcases.originOf(ctx, game.id)
  ])
  const id = suitcaseOf(url.searchParams)
  const frame = { title: `${t('suitcase:title')} · ${game.title}`, heading, packed, origin }
  if (id === null) return { ...frame, merge: null, here: [], fault: null }
  try {
    const teams = chosenOf(url.searchParams)
    const merge = await services.suitcases.preview(ctx, game.id, id, { teams })
    const taken = new Set(merge.teams.map(({ here }) => here?.participationId))
    const lineup = await services.participations.lineup(ctx, game.id, { count: MAX_LIST_SIZE, skip: 0 })
    const here = lineup.teams.filter(({ participationId }) => !taken.has(participationId))
    return {
      ...frame,
      merge,
      here: here.map(({ participationId, name }) => ({ id: participationId, name })),
      fault: null
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { ...frame, merge: null, here: [], fault: messageOf(error, t) }
  }
})

export const action = forms({
  receive: oneForm({
    act: 'suitcase',
    schema: z.object({ file: uploadField }),
    files: ONE_RESULT,
    async run({ services, ctx, params, input }) {
      const gameId = idOf(params.id)
      const { id } = await services.suitcases.receive(ctx, gameId, input.file)
      return redirect(`/admin/games/${gameId}/Suitcase?suitcase=${id}`, 303)
    }
  }),
  merge: oneForm({
    act: 'suitcase',
    schema: mergeInput.omit({ teams: true }).extend({ suitcase: z.uuid() }),
    fields: { 'suitcase.fingerprint': 'fingerprint' },
    async run({ services, ctx, url, params, input: { suitcase, ...input } }) {
      const gameId = idOf(params.id)
      await services.suitcases.merge(ctx, gameId, suitcase, { ...input, teams: chosenOf(url.searchParams) })
      return redirectWith(`/admin/games/${gameId}/Suitcase`, { tone: 'ok', key: 'suitcase:done' })
    }
  })
})

export default function SuitcasePage() {
  const { heading, packed, origin, merge, here, fault } = useLoaderData<typeof loader>()
  const t = useText()
  const title = t('suitcase:title')
  const base = `/admin/games/${heading.id}/Suitcase`
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Info"
        title={title}
        badges={<span className="sub">{t('suitcase:sub')}</span>}
        crumbs={merge ? [{ href: base, text: title }, { text: t('suitcase:preview') }] : [{ text: title }]}
      />
      {merge ? (
        <MergePreviewPanels base={base} merge={merge} here={here} />
      ) : (
        <div className="stack-16">
          {origin && <Origin gameId={heading.id} origin={origin} />}
          <Packed gameId={heading.id} packed={packed} base={base} />
          {packed.length > 0 && <Receive base={base} fault={fault} />}
        </div>
      )}
    </AdminFrame>
  )
}
