import { Banner } from '~/app/components/Banner'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import type { SignalsView } from '~/server/signals/contract'
import { TeamList, titles } from './TeamSignals'

export function Unopened({
  signals
}: {
  signals: Pick<SignalsView, 'unopened' | 'unopenedSolves' | 'solves'>
}) {
  const t = useText()
  const { number } = useFormat()
  const { unopened, unopenedSolves, solves } = signals
  if (unopened === null)
    return (
      <Banner tone="info" inline announce={false}>
        {t('monitor:signals.unopened_usual', { n: number(unopenedSolves), total: number(solves) })}
      </Banner>
    )
  return (
    <TeamList
      title={t('monitor:signals.unopened')}
      text={t('monitor:signals.unopened_text')}
      counted={t('monitor:signals.count')}
      what={t('monitor:column.challenge')}
      rows={unopened.map(({ team, count, solves: found }) => ({
        team,
        count,
        shown: titles(found.map(({ challenge, submission }) => [submission, challenge])),
        evidence: found.map(({ submission }) => `submission-${submission}`)
      }))}
    />
  )
}
