import { Confirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { CASE_LIMITS } from '~/server/cases/constants'
import type { CaseDecision, CaseView } from '~/server/cases/contract'
import { CaseDecisionBadge, type Preview } from './CaseDecisionBadge'
import { ProposalForm } from './ProposalForm'

/** What was proposed, by whom, and what became of it. */
export function Vote({ decision, now }: { decision: CaseDecision; now: number }) {
  const t = useText()
  const { number } = useFormat()
  const { outcome, state, teams, challenges, points, reason, by, time, answeredBy, answeredAt, answer } =
    decision
  const names = [...teams.map(({ name }) => name), ...challenges.map(({ title }) => title)]
  return (
    <div className="vote">
      <b>
        {t(`cases:outcome.${outcome}`)}
        {points !== null && ` (${number(points)})`}
      </b>
      <span className="badge">{t(`cases:decision.${state}`)}</span>
      {names.length > 0 && (
        <p className="muted">
          <bdi>{names.join(', ')}</bdi>
        </p>
      )}
      <p>
        <bdi>{reason}</bdi>
      </p>
      <p className="hint">
        {t('cases:proposed_by')} {by ?? '–'}, <Moment time={time} now={now} />
      </p>
      {answeredAt && (
        <p className="hint">
          {t('cases:answered_by')} {answeredBy ?? '–'}, <Moment time={answeredAt} now={now} />
          {answer && (
            <>
              : <bdi>{answer}</bdi>
            </>
          )}
        </p>
      )}
      {decision.undone && (
        <p className="hint">
          {t('cases:undone_by')} {decision.undone.by ?? '–'}, <Moment time={decision.undone.time} now={now} />
          : <bdi>{decision.undone.reason}</bdi>
        </p>
      )}
    </div>
  )
}

function Standing({ view, isAdmin }: { view: CaseView; isAdmin: boolean }) {
  const t = useText()
  return (
    <>
      <FormMessage state={useFormState('undo')} />
      <FormMessage state={useFormState('close')} />
      <div className="row">
        {view.state === 'decided' && (
          <form method="post">
            <button type="submit" className="btn" name="intent" value="close">
              {t('cases:close')}
            </button>
          </form>
        )}
        {isAdmin && (
          <Confirm
            classes="danger"
            danger
            label={t('cases:undo')}
            question={t('cases:undo_question')}
            confirm={t('cases:undo')}
            fields={{ intent: 'undo' }}
          >
            <label className="field">
              <span className="label">{t('cases:undo_reason')}</span>
              <textarea className="textarea" name="reason" rows={2} maxLength={CASE_LIMITS.reason} required />
            </label>
          </Confirm>
        )}
      </div>
    </>
  )
}

interface DecisionPanelProps {
  view: CaseView
  challenges: { id: number; title: string }[]
  isAdmin: boolean
  preview: Preview | null
  now: number
}

export function DecisionPanel({ view, challenges, isAdmin, preview, now }: DecisionPanelProps) {
  const t = useText()
  const { waiting, decisions } = view
  const stands = decisions.some(({ state }) => state === 'confirmed')
  const aside = t(stands ? 'cases:people.both' : waiting ? 'cases:people.first' : 'cases:people.nobody')
  return (
    <Panel title={t('cases:decisions')} aside={aside} body="stack-16">
      {decisions.map((decision) => (
        <Vote key={decision.id} decision={decision} now={now} />
      ))}
      {waiting && <CaseDecisionBadge {...{ view, waiting, isAdmin, preview }} />}
      {stands && <Standing view={view} isAdmin={isAdmin} />}
      {!waiting && !stands && <ProposalForm view={view} challenges={challenges} />}
    </Panel>
  )
}
