import { useText } from '~/app/i18n/text'
import type { TicketState as State } from '~/server/tickets/constants'
import { Badge } from '../Badge'
import { LockIcon } from '../challenge-icons'
import { CircleCheckIcon, HourglassIcon, InboxIcon } from '../icons'

const LOOKS = {
  waiting: { tone: 'warn', icon: HourglassIcon },
  answered: { tone: 'ok', icon: CircleCheckIcon },
  sent: { tone: 'info', icon: InboxIcon },
  closed: { icon: LockIcon }
} as const

/** The state of a ticket. */
export function TicketState({ state }: { state: State }) {
  const t = useText()
  return <Badge {...LOOKS[state]}>{t(`help:state.${state}`)}</Badge>
}
