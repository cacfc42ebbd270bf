import { CircleDotIcon } from '~/app/components/challenge-icons'
import {
  CircleCheckIcon,
  CircleXIcon,
  HourglassIcon,
  type Icon,
  SquareIcon,
  TriangleAlertIcon
} from '~/app/components/icons'
import { HeartPulseIcon, LoaderIcon } from '~/app/components/instance-icons'
import type { Text } from '~/app/i18n/text'
import type { EndReason, InstanceRow, InstanceState, QueueReason } from '~/server/instances/contract'

type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'quiet'

interface Appearance {
  tone: Tone
  icon: Icon
}

export const STATE_LOOKS: Record<InstanceState, Appearance> = {
  queued: { tone: 'quiet', icon: HourglassIcon },
  starting: { tone: 'info', icon: LoaderIcon },
  ready: { tone: 'ok', icon: CircleCheckIcon },
  unhealthy: { tone: 'warn', icon: HeartPulseIcon },
  stopping: { tone: 'quiet', icon: SquareIcon },
  stuck: { tone: 'bad', icon: TriangleAlertIcon },
  ended: { tone: 'quiet', icon: CircleDotIcon },
  failed: { tone: 'bad', icon: CircleXIcon }
}

const AILMENTS: ReadonlySet<EndReason> = new Set(['crashed', 'oom', 'disk_full', 'lost', 'start_failed'])

/** Look of an end reason: colour only for errors and reached limits. */
export function appearanceOf(reason: EndReason | null): Appearance {
  if (reason === 'solved') return { tone: 'ok', icon: CircleCheckIcon }
  return reason && AILMENTS.has(reason)
    ? { tone: 'bad', icon: CircleXIcon }
    : { tone: 'quiet', icon: CircleDotIcon }
}

/** An instance that shall end shows as stopping. */
export const shownState = ({ state, ending }: Pick<InstanceRow, 'state' | 'ending'>): InstanceState =>
  ending && state !== 'stuck' ? 'stopping' : state

/** Remark beside the state; null for none. */
export function remarkOf(row: InstanceRow, t: Text): { text: string; tone: 'warn' | 'faint' } | null {
  const { state, ending, reason, detail, attempts } = row
  if (ending) return { text: reason ? t(`instances:reason.${reason}`) : '', tone: 'faint' }
  if (state === 'unhealthy') return { text: detail || t('engines:remark.unhealthy'), tone: 'warn' }
  if (state === 'starting' && attempts > 1) {
    const text = t('engines:remark.attempt', { count: attempts })
    return { text: detail ? `${text}: ${detail}` : text, tone: 'warn' }
  }
  return null
}

/** Link to the action that helps a waiting instance; null when only time does. */
export function helpFor(reason: QueueReason | null): { href: string; key: string } | null {
  switch (reason) {
    case 'no_engine':
    case 'engine_down':
    case 'engine_unguarded':
    case 'engine_draining':
    case 'engine_untested':
    case 'needs_docker':
      return { href: '/admin/Engines', key: 'engines:help.engines' }
    case 'image':
      return { href: '/admin/Engines#images', key: 'engines:help.images' }
    case 'capacity':
      return { href: '/admin/Instances', key: 'engines:help.running' }
    case 'predecessor':
      return { href: '/admin/Instances?tab=stuck', key: 'engines:help.stuck' }
    default:
      return null
  }
}
