import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { EmptyState } from '~/app/components/EmptyState'
import { ActivityIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import refresh from '~/app/islands/refresh'
import { Island } from '~/app/islands/runtime/island'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import formStyles from '~/app/styles/patterns/forms.css?url'
import instancesStyles from '~/app/styles/patterns/instances.css?url'
import { rehearsalInput } from '~/server/rehearsals/contract'
import { AdminFrame } from '../../AdminFrame'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { Earlier } from './Earlier'
import { RehearsalReportView } from './RehearsalReportView'
import { RehearsalStatus } from './RehearsalStatus'
import { StartPanel } from './StartPanel'

export const links = () =>
  [adminStyles, formStyles, instancesStyles].map((href) => ({ rel: 'stylesheet', href }))

const POLL_SECONDS = 2

const herePath = (id: number) => `/admin/games/${id}/Rehearsal`

export const loader = page('rehearsals', async (args) => {
  const { services, ctx, url, t } = args
  const { game, heading } = await loadGameHead(args)
  const all = await services.rehearsals.list(ctx, game.id)
  const asked = url.searchParams.get('of')
  const shown = all.find(({ id }) => id === asked) ?? all[0] ?? null
  return {
    title: `${t('rehearsals:title')} · ${game.title}`,
    heading,
    shown,
    earlier: all.map(({ report, ...one }) => ({
      ...one,
      bad: report?.findings.filter(({ severity }) => severity === 'bad').length ?? null
    })),
    now: ctx.now.getTime(),
    href: pathOf(args)
  }
})

/** The button of the game's page sends none. */
const TEAMS = z.preprocess(
  (text) => (text === undefined || text === '' ? undefined : Number(text)),
  rehearsalInput.shape.teams
)

export const action = forms({
  start: oneForm({
    act: 'rehearsals',
    schema: z.object({
      teams: TEAMS
    }),
    async run({ services, ctx, params, input }) {
      const id = idOf(params.id)
      await services.rehearsals.start(ctx, id, input)
      return redirect(herePath(id), 303)
    }
  }),
  stop: oneForm({
    act: 'rehearsals',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params.id)
      await services.rehearsals.stop(ctx, id)
      return redirect(herePath(id), 303)
    }
  })
})

export default function Rehearsal() {
  const { heading, shown, earlier, now, href } = useLoaderData<typeof loader>()
  const t = useText()
  const live = earlier.find(({ state }) => state === 'waiting' || state === 'running')
  const here = herePath(heading.id)
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Info"
        title={t('rehearsals:title')}
        badges={live && <Island of={refresh} props={{ at: now, seconds: POLL_SECONDS, href }} />}
        crumbs={[{ text: t('rehearsals:title') }]}
      />
      <div className="stack-16" data-fresh="rehearsal">
        {shown && <RehearsalStatus rehearsal={shown} action={here} now={now} />}
        {shown?.report && <RehearsalReportView report={shown.report} gameId={heading.id} />}
        {!live && <StartPanel action={here} />}
        {earlier.length > 1 && <Earlier list={earlier} here={here} shown={shown?.id ?? null} now={now} />}
        {!shown && (
          <EmptyState icon={ActivityIcon} title={t('rehearsals:none')}>
            {t('rehearsals:none_text')}
          </EmptyState>
        )}
      </div>
    </AdminFrame>
  )
}
