import type { MouseEvent, ReactNode } from 'react'
import { Pennant } from '~/app/components/game/Pennant'
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
import { richText } from '~/app/components/markdown/richText'
import { useFormat } from '~/app/i18n/format'
import { type Text, useText } from '~/app/i18n/text'
import type { TeamSolve } from '~/scoring/gateway/contract'
import { changeParts, stripMarkdown } from '~/server/notices/constants'
import type { NoticeChange } from '~/server/notices/contract'
import { bloodOf, type FeedNotice } from './notice'
import type { StandingChange } from './standing-change'
import type { ShownToast } from './ToastStack'

export type NewsItem = {
  id: string
  game?: { id: number; title: string }
} & (
  | { kind: 'notice'; notice: FeedNotice }
  | { kind: 'standing'; change: StandingChange }
  | { kind: 'mate'; solve: TeamSolve }
)

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
  return richText(t, `news:change.${change.kind}`, Object.fromEntries(parts))
}

/** @param link makes the names of challenges links */
export function newsText(t: Text, { type, values, html, change }: FeedNotice, link?: LinkTo): ReactNode {
  if (change) return changeText(t, change, link)
  if (type === 'Normal')
    return html ? (
      <div className="prose" {...rawHtml(html)} />
    ) : (
      <span className="said">{stripMarkdown(values[0] ?? '')}</span>
    )
  // The notice of several challenges has several titles.
  const challenge = values.length === 1 ? nameOf(values[0]!, link) : nameOf(values.join(', '))
  return richText(t, `news:notice.${type}`, { challenge })
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

/** Attributes of a link to the challenge. */
type OpenChallenge = (challenge: number) => { href: string; onClick?(event: MouseEvent): void }

/** A team-mate's solve. */
function MateSolve({ solve, open }: { solve: TeamSolve; open: OpenChallenge }) {
  const t = useText()
  const { number } = useFormat()
  const { challenge, title, userName, points } = solve
  const blood = bloodOf(solve.type)
  const parts = {
    user: (
      <b key="user">
        <bdi>{userName ?? t('news:mate.somebody')}</bdi>
      </b>
    ),
    title: (
      <a key="title" className="link" {...open(challenge)}>
        <bdi>{title}</bdi>
      </a>
    )
  }
  return (
    <>
      <p>{richText(t, 'news:mate.solved', parts)}</p>
      <p className="muted small">
        {blood && `${t(`news:mate.${blood}`)} · `}+{number(points)}
      </p>
    </>
  )
}

/** @param open follows links to challenges without a reload, where a page can */
export function newsToast(t: Text, item: NewsItem, open?: OpenChallenge): ShownToast {
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
  if (item.kind === 'mate') {
    const { solve } = item
    const blood = bloodOf(solve.type)
    const body = (
      <>
        {name}
        <MateSolve
          solve={solve}
          open={open ?? ((challenge) => ({ href: `/games/${solve.game}/Challenges?c=${challenge}` }))}
        />
      </>
    )
    return { id, tone: 'ok', mark: blood ? <Pennant blood={blood} /> : <UsersIcon />, body }
  }
  const { what, division } = item.change
  const [tone, Mark] = STANDINGS[what]
  const body = (
    <>
      {name}
      <p>
        {richText(t, `news:standing.${what}`, {
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
