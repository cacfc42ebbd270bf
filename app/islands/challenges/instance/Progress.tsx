import { useText } from '~/app/i18n/text'
import type { InstanceView } from '~/server/instances/contract'
import { useNumber } from '../words'
import { type Phase, pulled, type Standing } from './instance-progress'

const STAGES = ['queue', 'image', 'starting', 'ready'] as const
/** No more pennants fit. */
const MAX_PENNANTS = 8

export function Stages({ phase }: { phase: Phase }) {
  const t = useText()
  const at = (STAGES as readonly Phase[]).indexOf(phase)
  return (
    <ol className="stages" aria-label={t('instances:box.progress')}>
      {STAGES.map((stage, index) => (
        <li
          key={stage}
          data-s={index < at ? 'done' : index === at ? 'now' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {t(`instances:box.stage.${stage}`)}
        </li>
      ))}
    </ol>
  )
}

export function Place({ position, waiting }: Pick<InstanceView, 'position' | 'waiting'>) {
  const t = useText()
  const number = useNumber()
  if (position === null) return null
  const ahead = Math.min(position, MAX_PENNANTS) - 1
  return (
    <div className="queue">
      {Array.from({ length: ahead }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pennants are all alike
        <i key={index} aria-hidden="true" />
      ))}
      <i className="me" aria-hidden="true" />
      <span>
        {t('instances:box.place', {
          place: number(position),
          total: number(Math.max(waiting ?? 0, position))
        })}
      </span>
    </div>
  )
}

export function Left({ share, soon }: Pick<Standing, 'share' | 'soon'>) {
  const t = useText()
  return (
    <svg
      className={soon ? 'bar warn' : 'bar'}
      role="img"
      aria-label={t('instances:box.share', { n: share })}
      focusable="false"
    >
      <rect className="track" width="100%" height="100%" />
      <rect className="fill" width={`${share}%`} height="100%" />
    </svg>
  )
}

const MEGABYTE = 1_000_000

/** Progress of the image; nothing while its size is unknown. */
export function Pull({ pull }: Pick<InstanceView, 'pull'>) {
  const t = useText()
  const number = useNumber()
  if (!pull || pulled({ pull }) === null) return null
  const whole = (bytes: number) => number(Math.round(bytes / MEGABYTE))
  const text =
    pull.bytesTotal > 0
      ? t('instances:box.bytes', { done: whole(pull.bytesDone), total: whole(pull.bytesTotal) })
      : t('instances:box.layers', { done: pull.layersDone, total: pull.layersTotal })
  return <>{text} </>
}
