import type { ReactNode } from 'react'
import {
  BanIcon,
  CircleCheckIcon,
  CirclePlusIcon,
  CircleXIcon,
  HourglassIcon,
  type Icon,
  InboxIcon,
  LightbulbIcon,
  MegaphoneIcon,
  UsersIcon
} from '~/app/components/icons'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { rich } from '~/app/components/markdown/rich'
import type { Text } from '~/app/islands/runtime/words/text'
import { changeParts, plainOf } from '~/server/notices/constants'
import type { NoticeChange } from '~/server/notices/contract'
import type { FeedNotice } from './notice'
import type { StandingChange } from './standing'
import type { ShownToast } from './ToastStack'

export type NewsItem = {
  id: string
  game?: { id: number; title: string }
} & ({ kind: 'notice'; notice: FeedNotice } | { kind: 'standing'; change: StandingChange })

export function NewsMark({ type }: Pick<FeedNotice, 'type'>) {
  if (type === 'NewHint') return <LightbulbIcon />
  return type === 'NewChallenge' ? <CirclePlusIcon /> : <MegaphoneIcon />
}

/** Address of a challenge by its title. */
type LinkTo = (title: string) => string

function nameOf(value: string, link?: LinkTo): ReactNode {
  const name = <bdi>{value}</bdi>
  if (!link) return <b key={value}>{name}</b>
  return (
    <b key={value}>
      <a className="link" href={link(value)}>
        {name}
      </a>
    </b>
  )
}

function changeText(t: Text, change: NoticeChange, link?: LinkTo): ReactNode {
  const parts = changeParts(change).map(([name, value]) => [
    name,
    nameOf(value, name === 'challenge' ? link : undefined)
  ])
  return rich(t, `news:change.${change.kind}`, Object.fromEntries(parts))
}

/** @param link makes the names of challenges links */
export function newsText(t: Text, { type, values, html, change }: FeedNotice, link?: LinkTo): ReactNode {
  if (change) return changeText(t, change, link)
  if (type === 'Normal')
    return html ? (
      <div className="prose" {...rawHtml(html)} />
    ) : (
      <span className="said">{plainOf(values[0] ?? '')}</span>
    )
  // The notice of several challenges has several titles.
  const challenge = values.length === 1 ? nameOf(values[0]!, link) : nameOf(values.join(', '))
  return rich(t, `news:notice.${type}`, { challenge })
}

const STANDINGS: Record<StandingChange['what'], [ShownToast['tone'], Icon]> = {
  Accepted: ['ok', CircleCheckIcon],
  Reinstated: ['ok', CircleCheckIcon],
  Pending: ['warn', HourglassIcon],
  Rejected: ['bad', CircleXIcon],
  Suspended: ['bad', BanIcon],
  Unsubmitted: ['warn', UsersIcon],
  message: [undefined, InboxIcon],
  division: [undefined, UsersIcon],
  no_division: [undefined, UsersIcon]
}

export function newsToast(t: Text, item: NewsItem): ShownToast {
  const { id, game } = item
  const name = game && (
    <a className="link small" href={`/games/${game.id}`}>
      <bdi>{game.title}</bdi>
    </a>
  )
  if (item.kind === 'notice') {
    const body = (
      <>
        {name}
        {newsText(t, item.notice)}
      </>
    )
    return { id, mark: <NewsMark type={item.notice.type} />, body }
  }
  const { what, division } = item.change
  const [tone, Mark] = STANDINGS[what]
  const body = (
    <>
      {name}
      <p>
        {rich(t, `news:standing.${what}`, {
          division: (
            <b>
              <bdi>{division}</bdi>
            </b>
          )
        })}
      </p>
    </>
  )
  return { id, tone, mark: <Mark />, body }
}
