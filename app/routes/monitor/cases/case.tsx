import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Moment } from '~/app/components/Moment'
import { markdown } from '~/app/components/markdown/render-markdown'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { idOf } from '~/app/request/ids'
import { page, type UserPageArgs } from '~/app/request/page'
import casesStyles from '~/app/styles/patterns/cases.css?url'
import instanceStyles from '~/app/styles/patterns/instances.css?url'
import { mayIn } from '~/server/access/contract'
import type { CaseView } from '~/server/cases/contract'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'
import { AppealPanel } from './AppealPanel'
import type { Preview } from './CaseDecisionBadge'
import { CaseState } from './CaseState'
import { DecisionPanel } from './DecisionPanel'
import { caseForms } from './forms'
import { Timeline } from './Timeline'

export const links = () => [
  ...monitorLinks(),
  ...[instanceStyles, casesStyles].map((href) => ({ rel: 'stylesheet', href }))
]

/** Effect of a proposal, only on request because it reads the whole ledger. */
async function previewOf({ services, ctx, url, actor }: UserPageArgs, gameId: number, view: CaseView) {
  if (!view.waiting || !mayIn(actor, gameId, 'decisions') || !url.searchParams.has('preview')) return null
  const found = await services.cases.previewProposal(ctx, gameId, view.number)
  const preview: Preview = { digest: found?.digest ?? null, teams: found?.effect.teams.slice(0, 10) ?? [] }
  return preview
}

export const loader = page('cases', async (args) => {
  const { services, ctx, params, actor } = args
  const { game, counts, now } = await watchedGame(args)
  const view = await services.cases.one(ctx, game.id, idOf(params.caseId))
  const [challenges, staff, preview] = await Promise.all([
    services.monitoring.challenges(ctx, game.id),
    services.cases.staff(ctx, game.id),
    previewOf(args, game.id, view)
  ])
  return {
    title: `${view.number} · ${view.title} · ${game.title}`,
    ...{ game, counts, now, staff, preview },
    view,
    entries: view.entries.map((entry) => ({
      ...entry,
      html: entry.note === null ? null : markdown(entry.note)
    })),
    challenges: challenges.map(({ id, title }) => ({ id, title })),
    isAdmin: mayIn(actor, game.id, 'decisions')
  }
})

export const action = caseForms

function Assignee({ view, staff }: { view: CaseView; staff: { id: string; name: string }[] }) {
  const t = useText()
  const state = useFormState('assign')
  return (
    <Panel title={t('cases:assigned')}>
      <form className="stack-16" method="post">
        <FormMessage state={state} />
        <SelectField
          name="userId"
          label={t('cases:assignee')}
          state={state}
          defaultValue={view.assignedTo?.id ?? ''}
        >
          <option value="">{t('cases:nobody')}</option>
          {staff.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <button type="submit" className="btn" name="intent" value="assign">
          {t('cases:assign')}
        </button>
      </form>
    </Panel>
  )
}

export default function CasePage() {
  const { game, counts, now, view, entries, challenges, staff, preview, isAdmin } =
    useLoaderData<typeof loader>()
  const t = useText()
  return (
    <MonitorFrame game={game} tab="Cases" counts={counts} now={now}>
      <div className="case-head">
        <h2>
          {view.number} · <bdi>{view.title}</bdi>
        </h2>
        <CaseState state={view.state} waiting={view.waiting !== null} />
        <span className="faint small">
          {t('cases:opened_by')} {view.openedBy ?? '–'}, <Moment time={view.time} now={now} />
        </span>
        <a className="btn sm" href={`/games/${game.id}/monitor/Cases/${view.number}/Print`}>
          {t('cases:print')}
        </a>
        <a
          className="btn sm"
          href={`/api/game/${game.id}/cases/${view.number}/export`}
          download={`case-${game.id}-${view.number}.json`}
        >
          {t('cases:export')}
        </a>
      </div>
      <ul className="case-teams">
        {view.teams.map(({ participationId, name, status }) => (
          <li key={participationId}>
            <bdi>{name}</bdi> <span className="faint">{t(`monitor:team_status.${status}`)}</span>
          </li>
        ))}
      </ul>
      <div className="case-page">
        <Timeline entries={entries} now={now} />
        <div className="stack-16">
          <DecisionPanel {...{ view, challenges, isAdmin, preview, now }} />
          <AppealPanel appeals={view.appeals} isAdmin={isAdmin} now={now} />
          <Assignee view={view} staff={staff} />
        </div>
      </div>
    </MonitorFrame>
  )
}
