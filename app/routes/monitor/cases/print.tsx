import { useLoaderData } from '@remix-run/react'
import { Moment } from '~/app/components/Moment'
import { markdown } from '~/app/components/markdown/render-markdown'
import { Panel } from '~/app/components/Panel'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import casesStyles from '~/app/styles/patterns/cases.css?url'
import instanceStyles from '~/app/styles/patterns/instances.css?url'
import { monitorLinks } from '../GrowingList'
import { AppealPanel } from './AppealPanel'
import { CaseState } from './CaseState'
import { Vote } from './DecisionPanel'
import { CaseTimeline } from './Timeline'

export const links = () => [
  ...monitorLinks(),
  ...[instanceStyles, casesStyles].map((href) => ({ rel: 'stylesheet', href }))
]

/** All of a case on one page for paper; reading it is audited as an export (docs/rules/cases.md#export). */
export const loader = page('cases', async ({ services, ctx, params }) => {
  const { entries, ...file } = await services.cases.export(ctx, idOf(params.id), idOf(params.caseId))
  return {
    title: `${file.number} · ${file.title} · ${file.game.title}`,
    file,
    entries: entries.map((entry) => ({ ...entry, html: entry.note === null ? null : markdown(entry.note) }))
  }
})

export default function CasePrint() {
  const { file, entries } = useLoaderData<typeof loader>()
  // Paper is read later: each time has its date and year.
  const now = 0
  const t = useText()
  const { game, number, title, state, teams, decisions, appeals, exported } = file
  return (
    <Main className="narrow">
      <div className="page-head">
        <h1>
          {t('cases:case')} {number} · <bdi>{title}</bdi>
        </h1>
        <span className="sub">
          <a className="link" href={`/games/${game.id}/monitor/Cases/${number}`}>
            <bdi>{game.title}</bdi>
          </a>
        </span>
      </div>
      <div className="case-head">
        <CaseState state={state} waiting={false} />
        <span className="faint small">
          {t('cases:opened_by')} {file.openedBy ?? '–'}, <Moment time={file.time} now={now} />
        </span>
        <span className="faint small">
          {t('cases:exported')}: {exported.by}, <Moment time={exported.time} now={now} />
        </span>
      </div>
      <div className="stack-16 mt">
        <Panel title={t('cases:teams')}>
          <ul className="case-teams">
            {teams.map(({ participationId, name, status }) => (
              <li key={participationId}>
                <bdi>{name}</bdi> <span className="faint">{t(`monitor:team_status.${status}`)}</span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={t('cases:evidence')} aside={t('cases:evidence_frozen')}>
          <CaseTimeline entries={entries} now={now} />
        </Panel>
        {decisions.length > 0 && (
          <Panel title={t('cases:decisions')} body="stack-16">
            {decisions.map((decision) => (
              <Vote key={decision.id} decision={decision} now={now} />
            ))}
          </Panel>
        )}
        <AppealPanel appeals={appeals} isAdmin={false} now={now} />
      </div>
    </Main>
  )
}
