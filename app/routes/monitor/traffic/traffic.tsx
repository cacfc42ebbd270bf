import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { EmptyState } from '~/app/components/EmptyState'
import { FormMessage } from '~/app/components/form/FormMessage'
import { NetworkIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { page, pathOf, type UserPageArgs } from '~/app/request/page'
import { pageFrom, readSearch } from '~/app/request/paging'
import { pinNote } from '~/server/captures/contract'
import { idParam } from '~/server/platform/wire'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'
import { CaptureFiles } from './CaptureFiles'
import { CaptureTree } from './CaptureTree'

export const links = monitorLinks

const FILES_PER_PAGE = 50

async function teamOf({ services, ctx, url }: UserPageArgs, gameId: number, challenge: number, team: number) {
  const { captures } = services
  const sums = await captures.sums(ctx, gameId, challenge, team)
  const list = await pageFrom(url.searchParams.get('page'), FILES_PER_PAGE, async (part) => ({
    data: await captures.page(ctx, challenge, team, part),
    total: sums.files
  }))
  return { sums, list }
}

export const loader = page('Monitor', async (args) => {
  const { services, ctx, url, t, actor } = args
  const { game, counts, now } = await watchedGame(args)
  const challenges = await services.captures.challenges(ctx, game.id)
  const requested = (name: string) => idParam.safeParse(url.searchParams.get(name)).data ?? null
  const search = readSearch(url.searchParams, 'search')
  const challenge = challenges.find(({ id }) => id === requested('challenge')) ?? null
  const chosen = requested('team')
  const teams = challenge ? await services.captures.teams(ctx, challenge.id, { search, chosen }) : []
  const team = teams.find(({ participationId }) => participationId === chosen)
  return {
    title: `${t('monitor:tab.Traffic')} · ${game.title}`,
    ...{ game, counts, now, challenges, search },
    open: challenge && { challenge, teams },
    chosen:
      challenge && team
        ? { challenge, team, ...(await teamOf(args, game.id, challenge.id, team.participationId)) }
        : null,
    deletes: actor.role === 'Admin'
  }
})

const chosenFiles = z
  .object({ challenge: idParam, participation: idParam, file: z.string().max(100).optional() })
  .transform(({ challenge, participation, file }) => ({
    challengeId: challenge,
    participationId: participation,
    file: file ?? null
  }))

const back = (args: Parameters<typeof pathOf>[0], key: string) =>
  redirectWith(pathOf(args), { tone: 'ok', key: `monitor:traffic.done.${key}` })

export const action = forms({
  pin: oneForm({
    role: 'Monitor',
    schema: z.intersection(chosenFiles, z.object({ note: pinNote })),
    async run(args) {
      const { note, ...chosen } = args.input
      await args.services.captures.pin(args.ctx, chosen, note)
      return back(args, 'pinned')
    }
  }),
  unpin: oneForm({
    role: 'Monitor',
    schema: chosenFiles,
    async run(args) {
      await args.services.captures.unpin(args.ctx, args.input)
      return back(args, 'unpinned')
    }
  }),
  delete: oneForm({
    role: 'Admin',
    schema: chosenFiles,
    async run(args) {
      const { kept } = await args.services.captures.remove(args.ctx, args.input)
      return back(args, kept > 0 ? 'deleted_some' : 'deleted')
    }
  })
})

export default function Traffic() {
  const { game, counts, now, challenges, search, open, chosen, deletes } = useLoaderData<typeof loader>()
  const t = useText()
  const states = [useFormState('pin'), useFormState('unpin'), useFormState('delete')]
  return (
    <MonitorFrame game={game} tab="Traffic" counts={counts} now={now}>
      {states.map((state) => state && <FormMessage key={state.intent} state={state} />)}
      {challenges.length === 0 ? (
        <EmptyState icon={NetworkIcon} title={t('monitor:traffic.none')}>
          {t('monitor:traffic.none_text')}
        </EmptyState>
      ) : (
        <div className="flow">
          <CaptureTree
            challenges={challenges}
            open={open}
            chosen={chosen?.team.participationId ?? null}
            search={search}
          />
          {chosen ? (
            <CaptureFiles {...chosen} deletes={deletes} now={now} />
          ) : (
            <EmptyState title={t('monitor:traffic.choose')}>{t('monitor:traffic.choose_text')}</EmptyState>
          )}
        </div>
      )}
    </MonitorFrame>
  )
}
