import { Badge } from '~/app/components/Badge'
import { ClockIcon } from '~/app/components/challenge-icons'
import { FlagIcon, HistoryIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { GameState } from './states'

interface GameStateBadgeProps {
  state: GameState
  /** A running game takes no flags at the moment. */
  paused: boolean
}

export function GameStateBadge({ state, paused }: GameStateBadgeProps) {
  const t = useText()
  if (state === 'running' && paused)
    return (
      <Badge tone="warn" dot>
        {t('games:pause.phase')}
      </Badge>
    )
  const text = t(`admin:state.${state}`)
  if (state === 'running')
    return (
      <Badge tone="accent" dot>
        {text}
      </Badge>
    )
  if (state === 'upcoming')
    return (
      <Badge tone="info" icon={ClockIcon}>
        {text}
      </Badge>
    )
  if (state === 'practice') return <Badge icon={HistoryIcon}>{text}</Badge>
  return (
    <Badge tone="outline" icon={FlagIcon}>
      {text}
    </Badge>
  )
}
