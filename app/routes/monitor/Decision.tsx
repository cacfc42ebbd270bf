import { useLocation } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { Confirm } from '~/app/components/form/Confirm'
import { ReviewReason } from '~/app/components/form/ReviewReason'
import { BanIcon, CircleCheckIcon, CircleXIcon, HourglassIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { CheatInfo } from '~/server/monitoring/contract'

type Side = CheatInfo['submitTeam']

const LOOKS = {
  Pending: { tone: 'warn', icon: HourglassIcon },
  Accepted: { tone: 'ok', icon: CircleCheckIcon },
  Suspended: { tone: 'bad', icon: BanIcon },
  Rejected: { icon: CircleXIcon },
  Unsubmitted: {}
} as const

export function TeamStatus({ side: { status } }: { side: Side }) {
  const t = useText()
  return status === 'Unsubmitted' ? null : (
    <Badge {...LOOKS[status]}>{t(`monitor:team_status.${status}`)}</Badge>
  )
}

/** Suspends a playing team, or reinstates a suspended one; nothing for others. */
export function Decision({ side: { id, team, status } }: { side: Side }) {
  const t = useText()
  const { pathname, search } = useLocation()
  const key = status === 'Accepted' ? 'suspend' : status === 'Suspended' ? 'reinstate' : null
  if (!key) return null
  const danger = key === 'suspend'
  return (
    <Confirm
      classes={danger ? 'sm danger' : 'sm'}
      danger={danger}
      label={t(`monitor:cheat.${key}`)}
      name={t(`monitor:cheat.${key}_team`, { team: team.name })}
      question={t(`monitor:cheat.${key}_question`, { team: team.name })}
      confirm={t(`monitor:cheat.${key}`)}
      action={pathname + search}
      fields={{ participation: id, to: danger ? 'Suspended' : 'Accepted' }}
    >
      {danger && <ReviewReason />}
    </Confirm>
  )
}
