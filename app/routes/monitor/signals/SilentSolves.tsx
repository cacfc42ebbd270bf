import { Banner } from '~/app/components/Banner'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { SilentSolves as Solves } from '~/server/signals/contract'
import { TeamList, titles } from './TeamSignals'

interface SilentSolvesProps {
  /** What the teams had not done. */
  without: 'unopened' | 'undownloaded'
  found: Solves
}

/** Solves of challenges that a team had not opened, or whose file it had not downloaded. */
export function SilentSolves({ without, found: { teams, silent, solves } }: SilentSolvesProps) {
  const t = useText()
  const { number } = useFormat()
  if (teams === null)
    return (
      <Banner tone="info" inline announce={false}>
        {t(`monitor:signals.${without}_usual`, { n: number(silent), total: number(solves) })}
      </Banner>
    )
  return (
    <TeamList
      title={t(`monitor:signals.${without}`)}
      text={t(`monitor:signals.${without}_text`)}
      counted={t('monitor:signals.count')}
      what={t('monitor:column.challenge')}
      rows={teams.map(({ team, count, solves: own }) => ({
        team,
        count,
        shown: titles(own.map(({ challenge, submission }) => [submission, challenge])),
        evidence: own.map(({ submission }) => `submission-${submission}`)
      }))}
    />
  )
}
