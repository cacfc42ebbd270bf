import { Badge } from '~/app/components/Badge'
import { CircleCheckIcon, CircleDashedIcon, CircleXIcon, TriangleAlertIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { CheckState as State } from '~/server/challenges/solver/constants'
import type { CheckRun } from '~/server/solve-checks/contract'

const STATES = {
  never: { tone: undefined, icon: CircleDashedIcon },
  passing: { tone: 'ok', icon: CircleCheckIcon },
  failing: { tone: 'bad', icon: CircleXIcon },
  unknown: { tone: 'warn', icon: TriangleAlertIcon }
} as const

/** How the solve checks of a challenge stand. */
export function CheckState({ state }: { state: State }) {
  const t = useText()
  const { tone, icon } = STATES[state]
  return (
    <Badge tone={tone} icon={icon}>
      {t(`checks:state.${state}`)}
    </Badge>
  )
}

const OUTCOMES = { passed: 'ok', failed: 'bad', not_run: 'warn' } as const

/** The result of a run, or its state. */
export function RunState({ run }: { run: Pick<CheckRun, 'outcome' | 'startedAt'> }) {
  const t = useText()
  if (run.outcome === null)
    return (
      <Badge tone="info" dot>
        {t(run.startedAt ? 'checks:run.running' : 'checks:run.waiting')}
      </Badge>
    )
  return <Badge tone={OUTCOMES[run.outcome]}>{t(`checks:outcome.${run.outcome}`)}</Badge>
}

/** The reason why a run did not pass, in words; also for codes of an instance's fault. */
export function useReason() {
  const t = useText()
  const told = (detail: string): string => {
    for (const key of [
      `instances:error.${detail}`,
      `instances:reason.${detail}`,
      `errors:container.${detail}`
    ]) {
      const found = t(key)
      if (found !== key && found !== key.slice(key.indexOf(':') + 1)) return found
    }
    return detail
  }
  return ({ reason, detail, exitCode }: Pick<CheckRun, 'reason' | 'detail' | 'exitCode'>): string => {
    if (reason === null) return ''
    const main = t(`checks:reason.${reason}`, { code: exitCode ?? '–' })
    return detail ? `${main} ${told(detail)}` : main
  }
}
