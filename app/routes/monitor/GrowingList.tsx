import monitorIsland from '~/app/islands/monitor'
import { Island } from '~/app/islands/runtime/island'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import gameStyles from '~/app/styles/patterns/game.css?url'
import monitorStyles from '~/app/styles/patterns/monitor.css?url'
import { MonitorFrame, type MonitorTab } from './MonitorFrame'
import type { growingList } from './monitor-lists'

export const monitorLinks = () =>
  [gameStyles, adminStyles, monitorStyles].map((href) => ({ rel: 'stylesheet', href }))

type GrowingListProps = Omit<Awaited<ReturnType<typeof growingList>>, 'title'> & { tab: MonitorTab }

export function GrowingList({ tab, game, counts, now, view }: GrowingListProps) {
  return (
    <MonitorFrame game={game} tab={tab} counts={counts} now={now}>
      <Island of={monitorIsland} props={view} />
    </MonitorFrame>
  )
}
