import { TextForm } from '~/app/components/form/TextForm'
import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { CASE_LIMITS } from '~/server/cases/constants'
import type { CaseAppeal } from '~/server/cases/contract'

function AnswerForm({ participationId }: { participationId: number }) {
  const t = useText()
  return (
    <TextForm
      intent="appeal"
      label={t('cases:appeal.answer')}
      hint={t('cases:appeal.answer_hint')}
      send={t('cases:appeal.send_answer')}
      most={CASE_LIMITS.appeal}
    >
      <input type="hidden" name="participationId" value={participationId} />
    </TextForm>
  )
}

export function AppealPanel({
  appeals,
  isAdmin,
  now
}: {
  appeals: CaseAppeal[]
  isAdmin: boolean
  now: number
}) {
  const t = useText()
  if (appeals.length === 0) return null
  return (
    <Panel title={t('cases:appeal.title')} body="stack-16">
      {appeals.map(({ participationId, decisionId, team, by, time, text, answer }) => (
        <div key={`${decisionId} ${participationId}`} className="vote">
          <b>
            <bdi>{team}</bdi>
          </b>
          <span className="hint">
            {by ?? '–'}, <Moment time={time} now={now} />
          </span>
          <p className="said">
            <bdi>{text}</bdi>
          </p>
          {answer ? (
            <p className="said muted">
              {answer.by ?? '–'}, <Moment time={answer.time} now={now} />: <bdi>{answer.text}</bdi>
            </p>
          ) : (
            isAdmin && <AnswerForm participationId={participationId} />
          )}
        </div>
      ))}
    </Panel>
  )
}
