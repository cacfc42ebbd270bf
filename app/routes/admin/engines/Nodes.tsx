import {
  CircleCheckIcon,
  CircleXIcon,
  HourglassIcon,
  LogOutIcon,
  ShieldAlertIcon
} from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { EngineView, NodeView } from '~/server/engines/contract'

const LOOKS = {
  used: { tone: 'ok', icon: CircleCheckIcon },
  untested: { tone: 'warn', icon: ShieldAlertIcon },
  pause: { tone: 'quiet', icon: LogOutIcon },
  drain: { tone: 'quiet', icon: LogOutIcon },
  unknown: { tone: 'quiet', icon: HourglassIcon },
  down: { tone: 'bad', icon: CircleXIcon }
} as const

function standingOf({ state, availability, tested }: NodeView, accepted: boolean): keyof typeof LOOKS {
  if (state === 'down') return 'down'
  if (state !== 'ready') return 'unknown'
  if (availability !== 'active') return availability
  return tested || accepted ? 'used' : 'untested'
}

/** The machines of a Swarm or a cluster: which take instances, and how many they hold. */
export function Nodes({ engine: { nodes, accepted } }: { engine: EngineView }) {
  const t = useText()
  const { number } = useFormat()
  const label = (key: string, params = {}) => t(`engines:node.${key}`, params)
  if (nodes.length === 0) return null
  return (
    <Table
      label={label('title')}
      className="cards engine-nodes"
      columns={[
        { text: label('name') },
        { text: label('state_title') },
        { text: label('instances'), num: true },
        { text: label('size') }
      ]}
    >
      {nodes.map((node) => (
        <tr key={node.id}>
          <th scope="row" className="wrap">
            <bdi>{node.name}</bdi> {node.manager && <span className="faint">{label('manager')}</span>}
            <span className="sub mono">{node.host}</span>
          </th>
          <td className="wrap" data-label={label('state_title')}>
            <Standing standing={standingOf(node, accepted !== null)} />
          </td>
          <td className="num" data-label={label('instances')}>
            {number(node.instances)}
          </td>
          <td data-label={label('size')}>
            {t('engines:cores', { count: node.cpus })},{' '}
            {label('gib', { n: number(Math.round(node.memoryMb / 102.4) / 10) })}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Standing({ standing }: { standing: keyof typeof LOOKS }) {
  const t = useText()
  const { tone, icon: Mark } = LOOKS[standing]
  return (
    <span className={`st8 ${tone}`}>
      <Mark />
      {t(`engines:node.${standing}`)}
    </span>
  )
}
