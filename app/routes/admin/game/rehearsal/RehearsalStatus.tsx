import { Badge } from '~/app/components/Badge'
import { Meter } from '~/app/components/Meter'
import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { RehearsalState } from '~/server/rehearsals/constants'
import type { RehearsalView } from '~/server/rehearsals/contract'

const TONES = { waiting: 'info', running: 'info', done: 'ok', stopped: 'warn', abandoned: 'bad' } as const

export function RehearsalStateBadge({ state }: { state: RehearsalState }) {
  const t = useText()
  return (
    <Badge tone={TONES[state]} dot>
      {t(`rehearsals:state.${state}`)}
    </Badge>
  )
}

function Progress({ progress }: Pick<RehearsalView, 'progress'>) {
  const t = useText()
  const { number } = useFormat()
  const { step, done, total } = progress ?? { step: 'copying' as const, done: 0, total: 0 }
  return (
    <>
      <p role="status">{t(`rehearsals:step.${step}`)}</p>
      {total > 0 && (
        <Meter
          value={number(done)}
          of={t('rehearsals:of', { total: number(total) })}
          share={(done / total) * 100}
        />
      )}
    </>
  )
}

interface StandingProps {
  rehearsal: Omit<RehearsalView, 'report'>
  action: string
  now: number
}

export function RehearsalStatus({ rehearsal, action, now }: StandingProps) {
  const t = useText()
  const { state, stopping, teams, requestedBy, requestedAt, progress } = rehearsal
  const live = state === 'waiting' || state === 'running'
  return (
    <Panel title={t('rehearsals:rehearsal')} aside={<Moment time={requestedAt} now={now} />} body="stack-16">
      <p className="row">
        <RehearsalStateBadge state={state} />
        <span>{t('rehearsals:by', { count: teams, name: requestedBy ?? t('rehearsals:nobody') })}</span>
      </p>
      <p>{t(`rehearsals:state_text.${stopping && live ? 'stopping' : state}`)}</p>
      {state === 'running' && <Progress progress={progress} />}
      {live && !stopping && (
        <form method="post" action={action}>
          <input type="hidden" name="intent" value="stop" />
          <button type="submit" className="btn danger">
            {t('rehearsals:stop')}
          </button>
        </form>
      )}
    </Panel>
  )
}
