import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Banner } from '~/app/components/Banner'
import { useText } from '~/app/i18n/text'
import ceremonyKeys from '~/app/islands/ceremony-keys'
import refreshIsland from '~/app/islands/refresh'
import { Island } from '~/app/islands/runtime/island'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import ceremonyStyles from '~/app/styles/patterns/ceremony.css?url'
import { ceremonyStart, ceremonyStep } from '~/server/freeze/ceremony/contract'
import { AdminFrame } from '../../AdminFrame'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { Hidden } from './Hidden'
import { Remote } from './Remote'
import { Start } from './Start'

export const links = () => [adminStyles, ceremonyStyles].map((href) => ({ rel: 'stylesheet', href }))

/** Seconds between two polls: another remote may be in use. */
const POLL_SECONDS = 3

/** The presenter's remote (docs/rules/freeze.md#ceremony). */
export const loader = page('reveal', async (args) => {
  const { services, ctx, params, t } = args
  const id = idOf(params.id)
  const [{ game, heading }, remote] = await Promise.all([
    loadGameHead(args),
    services.ceremonies.remote(ctx, id)
  ])
  const isLastOver = (await services.games.info(id)).end <= ctx.now
  const isFrozen = game.freeze !== null && game.revealed === null && new Date(game.freeze) <= ctx.now
  return {
    title: `${t('ceremony:remote')} · ${game.title}`,
    heading,
    remote,
    // Divisions and teams with more time have to end, too.
    ready: isFrozen && isLastOver,
    now: ctx.now.getTime()
  }
})

const here = (id: number) => `/admin/games/${id}/Reveal`

export const action = forms({
  start: oneForm({
    act: 'reveal',
    schema: z.object({
      from: z.preprocess((text) => (text === '' ? undefined : text), ceremonyStart.shape.from)
    }),
    async run({ services, ctx, params, input }) {
      const id = idOf(params.id)
      await services.ceremonies.start(ctx, id, input.from)
      return redirectWith(here(id), { tone: 'ok', key: 'ceremony:started' })
    }
  }),
  step: oneForm({
    act: 'reveal',
    schema: ceremonyStep,
    async run({ services, ctx, params, input }) {
      const id = idOf(params.id)
      await services.ceremonies.act(ctx, id, input)
      return redirect(here(id), 303)
    }
  }),
  cancel: oneForm({
    act: 'reveal',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params.id)
      await services.ceremonies.cancel(ctx, id)
      return redirectWith(here(id), { tone: 'ok', key: 'ceremony:cancelled' })
    }
  })
})

export default function RevealRemote() {
  const { heading, remote, ready, now } = useLoaderData<typeof loader>()
  const t = useText()
  const title = t('ceremony:remote')
  return (
    <AdminFrame>
      <GameHead heading={heading} tab="Info" title={title} crumbs={[{ text: title }]} />
      {remote ? (
        <div className="remote-page">
          <section className="remote" aria-label={title}>
            <Island of={refreshIsland} props={{ at: now, seconds: POLL_SECONDS, href: here(heading.id) }} />
            <div data-fresh="remote" className="contents">
              <Remote gameId={heading.id} remote={remote} />
            </div>
            {!remote.scene.done && <Island of={ceremonyKeys} props={{ gameId: heading.id }} />}
          </section>
          <div data-fresh="hidden" className="stack-16">
            <Hidden remote={remote} />
          </div>
        </div>
      ) : ready ? (
        <Start gameId={heading.id} />
      ) : (
        <Banner announce={false}>{t('ceremony:not_yet')}</Banner>
      )}
    </AdminFrame>
  )
}
