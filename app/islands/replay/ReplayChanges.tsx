import { CategoryIcon, categoryKey } from '~/app/components/game/Category'
import { Pennant } from '~/app/components/game/Pennant'
import { PlusIcon, XIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { clockOf, minuteOf } from '../scoreboard/times'
import type { BoardChange } from './props'

export function ReplayChanges({ latest }: { latest: readonly BoardChange[] }) {
  const t = useText()
  return (
    <Panel title={t('replay:latest')}>
      {latest.length === 0 ? (
        <p className="hint">{t('replay:nothing')}</p>
      ) : (
        <ol className="feed">
          {latest.map((change) => (
            <li key={change.seq}>
              <Sign {...change} />
              <span className="body">
                <Words {...change} />
              </span>
              <time dateTime={new Date(change.at).toISOString()}>{clockOf(minuteOf(change.at))}</time>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Sign({ kind, place, category }: BoardChange) {
  if (place > 0) return <Pennant blood={place as 1 | 2 | 3} />
  if (kind === 'void') return <XIcon />
  if (kind === 'award') return <PlusIcon />
  return (
    <span className="cat" data-category={categoryKey(category)}>
      <CategoryIcon category={category} />
    </span>
  )
}

/** Isolated by characters, since a sentence with names of both directions would lose its order. */
const isolated = (name: string) => `\u2068${name}\u2069`

function Words({ kind, team, challenge, points }: BoardChange) {
  const t = useText()
  const { number } = useFormat()
  const [who, what] = [team ?? t('replay:unknown'), challenge ?? t('replay:unknown')]
  return (
    <>
      {t(`replay:told.${kind}`, { team: isolated(who), challenge: isolated(what) })}{' '}
      {points !== null && <b>{points > 0 ? `+${number(points)}` : number(points)}</b>}
    </>
  )
}
