import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { FileArchiveIcon, PlusIcon } from '~/app/components/icons'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { page, pathOf } from '~/app/request/page'
import { matchesSearch, pageOf } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { mayIn } from '~/server/access/contract'
import { pauseAt } from '~/server/games/constants'
import { idParam } from '~/server/platform/wire'
import { AdminFrame } from './AdminFrame'
import { GamesTable } from './GamesTable'
import { inputOf, newGameForm } from './game/game-form'
import { ListHead, NothingFits } from './ListHead'
import { NewGame } from './NewGame'
import { stateOf } from './states'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

/** See docs/rules/interface.md#refresh. At most MAX_GAMES games are listed. */
const GAMES_PER_PAGE = 30
const MAX_GAMES = 1000
/** Games that a new one can be made like. */
const MODELS = 200

export const loader = page('overview', async ({ services, ctx, actor, url, t, format }) => {
  const { searchParams } = url
  const q = searchParams.get('q') ?? ''
  const { data, total } = await services.games.editList(ctx, { count: MAX_GAMES, skip: 0 })
  const { rows, ...place } = pageOf(
    data.filter(({ id, title }) => matchesSearch(q, title, String(id))),
    searchParams.get('page'),
    GAMES_PER_PAGE
  )
  const ids = rows.map(({ id }) => id)
  const [counted, running] = await Promise.all([
    services.games.figures(ctx, ids),
    services.instances.running(ctx, ids)
  ])
  const figures = new Map(counted.map((one) => [one.gameId, one]))
  const when = (wire: string) => {
    const time = new Date(wire)
    return `${format.day(time)}, ${format.clock(time).slice(0, 5)}`
  }
  const games = rows.map(({ id, title, hidden, poster, start, end, practiceMode, pause }) => {
    const counts = figures.get(id) ?? { teams: 0, pending: 0, challenges: 0, end: new Date(end) }
    const { teams, pending, challenges } = counts
    const state = stateOf({ start, practiceMode }, counts, ctx.now)
    const paused = pauseAt(pause, ctx.now.getTime()) !== null
    const times = { start, end, startText: when(start), endText: when(end) }
    const instances = running.get(id) ?? 0
    const may = {
      settings: mayIn(actor, id, 'settings'),
      review: mayIn(actor, id, 'review'),
      instances: actor.role === 'Admin'
    }
    return { id, title, hidden, poster, state, paused, ...times, teams, pending, challenges, instances, may }
  })
  const makes = actor.role === 'Admin'
  const adding = makes && (searchParams.has('new') || total === 0)
  const models = adding ? data.map(({ id, title }) => ({ id, title })).slice(0, MODELS) : []
  return { title: t('admin:games.title'), games, place, total, q, adding, makes, models }
})

export const action = forms({
  create: oneForm({
    role: 'Admin',
    schema: newGameForm,
    async run({ services, ctx, input: { like, game } }) {
      const id =
        like === null
          ? (await services.games.create(ctx, game)).id
          : await services.transfer.copy(ctx, like, game)
      return redirect(`/admin/games/${id}/Info`, 303)
    }
  }),

  show: oneForm({
    act: 'settings',
    schema: z.object({ game: idParam, hidden: z.enum(['true', 'false']) }),
    async run(args) {
      const { services, ctx, input } = args
      const game = await services.games.editOne(ctx, input.game)
      const hidden = input.hidden === 'true'
      await services.games.update(ctx, game.id, inputOf(game, { hidden }))
      const key = hidden ? 'admin:games.now_hidden' : 'admin:games.now_shown'
      return redirectWith(pathOf(args), { tone: 'ok', key, params: { title: game.title } })
    }
  })
})

export default function Games() {
  const { title, games, place, total, q, adding, makes, models } = useLoaderData<typeof loader>()
  const refused = useFormState('create')
  const t = useText()
  return (
    <AdminFrame>
      <ListHead
        title={title}
        count={total}
        find={total > 0 && { href: '/admin/games', label: t('admin:games.find'), q }}
      >
        {makes && (
          <a className="btn" href="/admin/games/import">
            <FileArchiveIcon />
            {t('transfer:link')}
          </a>
        )}
        {makes && !adding && !refused && (
          <a className="btn primary" href="/admin/games?new">
            <PlusIcon />
            {t('admin:games.new')}
          </a>
        )}
      </ListHead>
      <div className="stack-16">
        {(adding || refused) && <NewGame first={total === 0} models={models} />}
        {games.length > 0 && <GamesTable label={title} games={games} />}
        {games.length === 0 && total > 0 && (
          <NothingFits title={t('admin:games.nothing', { q })} href="/admin/games" />
        )}
      </div>
      <ListFoot place={place} label="admin:place" />
    </AdminFrame>
  )
}
