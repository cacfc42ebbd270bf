import { useLoaderData } from '@remix-run/react'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import refresh from '~/app/islands/refresh'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import editorStyles from '~/app/styles/patterns/container-editor.css?url'
import { hasContainer } from '~/server/challenges/contract'
import { AdminFrame } from '../../AdminFrame'
import { EnginesBanner } from '../../instances/InstancesHead'
import { ChallengeHead } from '../ChallengeHead'
import { loadChallengeHead } from '../challenge-of'
import { CheckState, RunState } from './CheckState'
import { checkForms, checkPath } from './check-forms'
import { LastRun, Runs } from './Runs'
import { SolverPanel } from './SolverPanel'
import { solverFields } from './solver-form'

export const links = () => [adminStyles, editorStyles].map((href) => ({ rel: 'stylesheet', href }))

/** Seconds between two looks at a run that is open. */
const POLL_SECONDS = 3

export const loader = page('challenges', async (args) => {
  const { services, ctx, t } = args
  const { game, challenge, head } = await loadChallengeHead(args)
  const [view, engines] = await Promise.all([
    services.solveChecks.of(ctx, game.id, challenge.id),
    services.engines.list(ctx)
  ])
  return {
    title: t('checks:title', { title: challenge.title }),
    now: ctx.now.getTime(),
    head,
    view,
    engines,
    fields: solverFields(challenge.solver),
    there: challenge.solver !== null,
    alone: !hasContainer(challenge.type)
  }
})

export const action = checkForms

export default function Check() {
  const { head, view, engines, fields, there, alone } = useLoaderData<typeof loader>()
  const { heading, challenge } = head
  const href = checkPath(heading.id, challenge.id)
  const solver = <SolverPanel href={href} fields={fields} there={there} alone={alone} />
  return (
    <AdminFrame>
      <ChallengeHead {...head} view="check" />
      <EnginesBanner engines={engines} />
      {there || view.runs.length > 0 ? (
        <div className="edit">
          <div className="stack-16">
            {there && <Standing href={href} />}
            <div data-fresh="runs">
              <Runs runs={view.runs} />
            </div>
          </div>
          <div className="stack-16">{solver}</div>
        </div>
      ) : (
        solver
      )}
    </AdminFrame>
  )
}

/** How the checks stand, the last run, and the button for another. */
function Standing({ href }: { href: string }) {
  const { view, now } = useLoaderData<typeof loader>()
  const t = useText()
  const { moment } = useFormat()
  const state = useFormState('check')
  const open = view.runs.find(({ endedAt }) => endedAt === null)
  const last = view.runs.find(({ endedAt }) => endedAt !== null)
  const at = (time: string) => moment(new Date(time))
  return (
    <Panel
      title={t('checks:standing')}
      aside={view.nextAt && t('checks:next', { time: at(view.nextAt) })}
      body="stack-16"
    >
      {open && (
        <noscript>
          <meta httpEquiv="refresh" content={String(POLL_SECONDS)} />
        </noscript>
      )}
      <FormMessage state={state} />
      <div className="stack-16" data-fresh="standing">
        <p className="row">
          <CheckState state={view.state} />
          {view.since && <span className="muted">{t('checks:since', { time: at(view.since) })}</span>}
          {open && <RunState run={open} />}
        </p>
        {last && <LastRun run={last} />}
      </div>
      <div className="row">
        <form method="post" action={href}>
          <input type="hidden" name="intent" value="check" />
          <button type="submit" className="btn primary">
            {t('checks:now')}
          </button>
        </form>
        {open && <Island of={refresh} props={{ at: now, seconds: POLL_SECONDS, href }} />}
      </div>
    </Panel>
  )
}
