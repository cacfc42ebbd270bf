import type { ReactNode } from 'react'
import { Pennant } from '~/app/components/game/Pennant'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Watch } from '~/server/watch/contract'

interface RowProps {
  main: ReactNode
  aside: ReactNode
  sub?: ReactNode
}

function Row({ main, aside, sub }: RowProps) {
  return (
    <li>
      <span>{main}</span>
      <span className="r">{aside}</span>
      {sub && <span className="sub">{sub}</span>}
    </li>
  )
}

interface ListProps {
  /** `gamewatch:list.…`; what it means that the list is empty is `gamewatch:quiet.…`. */
  name: string
  /** Shown as a link to all, or alone when no page has them. */
  total?: number
  /** A remark on the whole list. */
  note?: string
  href?: string
  children: ReactNode[]
}

function List({ name, total, note, href, children }: ListProps) {
  const t = useText()
  const title = t(`gamewatch:list.${name}`)
  const { number } = useFormat()
  const all = total === undefined ? t('gamewatch:all') : t('gamewatch:all_of', { n: number(total) })
  return (
    <Panel
      title={title}
      body="flush"
      aside={
        href ? (
          <>
            {note && <span>{note} · </span>}
            <a href={href}>
              {all}
              <span className="sr">: {title}</span>
            </a>
          </>
        ) : (
          total !== undefined && number(total)
        )
      }
    >
      {children.length === 0 ? (
        <p className="none">{t(`gamewatch:quiet.${name}`)}</p>
      ) : (
        <ul className="watch-rows">{children}</ul>
      )}
    </Panel>
  )
}

function useAction() {
  const t = useText()
  return (action: string) => {
    const key = `logs:event.${action}`
    const text = t(key)
    return text === key || text === `event.${action}` ? action : text
  }
}

/** The pages with work that waits for staff. */
const waitingAt = (gameId: number) =>
  ({
    cases: `/games/${gameId}/monitor/Cases?state=open`,
    appeals: `/games/${gameId}/monitor/Cases?state=appealed`,
    proposals: `/games/${gameId}/monitor/Cases?state=open`,
    drafts: `/admin/games/${gameId}/Corrections`,
    teams: `/admin/games/${gameId}/Review`,
    writeups: `/admin/games/${gameId}/Writeups`
  }) as const

/** Nine short lists: work for staff, stuck teams, suspicious teams, recent events, and coming ones. */
export function WatchLists({ watch, gameId }: { watch: Watch; gameId: number }) {
  const t = useText()
  const { clock, moment, number, span } = useFormat()
  const actionOf = useAction()
  const monitor = `/games/${gameId}/monitor`
  const { unsolved, stuck, idle, matches, tickets, bloods, actions, coming, at: now } = watch
  const at = (time: number) => <time dateTime={new Date(time).toISOString()}>{clock(new Date(time))}</time>
  const waiting = watch.waiting.filter(({ count }) => count > 0)
  return (
    <div className="watch-lists">
      <List name="waiting">
        {waiting.map(({ what, count, since }) => (
          <Row
            key={what}
            main={<a href={waitingAt(gameId)[what]}>{t(`gamewatch:waiting.${what}`)}</a>}
            aside={number(count)}
            sub={since !== null && t('gamewatch:first_waits', { time: span(Math.max(0, now - since)) })}
          />
        ))}
      </List>
      <List name="unsolved" total={unsolved.total} href={`/games/${gameId}/Statistics`}>
        {unsolved.rows.map(({ id, title, since, attempts, check }) => (
          <Row
            key={id}
            main={<bdi>{title}</bdi>}
            aside={t('gamewatch:tried', { n: number(attempts) })}
            sub={
              <>
                {t('gamewatch:open_for', { time: span(Math.max(0, now - since)) })}
                {check && (
                  <>
                    {' · '}
                    <span className={check.outcome === 'failed' ? 'bad' : ''}>
                      {t(`gamewatch:check.${check.outcome}`, { time: clock(new Date(check.at)) })}
                    </span>
                  </>
                )}
              </>
            }
          />
        ))}
      </List>
      <List name="stuck" total={stuck.total} href={`${monitor}/Submissions?type=WrongAnswer`}>
        {stuck.rows.map(({ teamId, name, wrong, challenge, solvedAt }) => (
          <Row
            key={teamId}
            main={
              <a href={`${monitor}/Submissions?team=${teamId}`}>
                <bdi>{name}</bdi>
              </a>
            }
            aside={
              solvedAt === null
                ? t('gamewatch:no_solve')
                : t('gamewatch:solved', { time: span(now - solvedAt) })
            }
            sub={t('gamewatch:wrong', { n: number(wrong), challenge })}
          />
        ))}
      </List>
      <List name="idle" total={idle.total}>
        {idle.rows.map(({ teamId, name, seenAt }) => (
          <Row
            key={teamId}
            main={
              <a href={`${monitor}/Submissions?team=${teamId}`}>
                <bdi>{name}</bdi>
              </a>
            }
            aside={
              seenAt === null ? t('gamewatch:never_seen') : t('gamewatch:seen', { time: span(now - seenAt) })
            }
          />
        ))}
      </List>
      <List name="matches" total={matches.total} href={`${monitor}/CheatInfo`}>
        {matches.rows.map((one, place) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own
            key={place}
            main={t('gamewatch:match', one)}
            aside={at(one.at)}
            sub={<bdi>{one.challenge}</bdi>}
          />
        ))}
      </List>
      <List
        name="tickets"
        total={tickets.total}
        note={
          tickets.unassigned > 0 ? t('gamewatch:unassigned', { n: number(tickets.unassigned) }) : undefined
        }
        href={`${monitor}/Help?state=waiting`}
      >
        {tickets.rows.map(({ id, team, title, since, owner }) => (
          <Row
            key={id}
            main={
              <a href={`${monitor}/Help/${id}`}>
                <bdi>{title}</bdi>
              </a>
            }
            aside={t('gamewatch:waits', { time: span(Math.max(0, now - since)) })}
            sub={
              <>
                <bdi>{team}</bdi>
                {' · '}
                {owner === null ? t('gamewatch:nobody') : <bdi>{owner}</bdi>}
              </>
            }
          />
        ))}
      </List>
      <List name="bloods" href={`${monitor}/Submissions?type=Accepted`}>
        {bloods.map(({ at: time, team, challenge }) => (
          <Row
            key={challenge + time}
            main={
              <>
                <Pennant blood={1} /> <bdi>{team}</bdi>
              </>
            }
            aside={at(time)}
            sub={<bdi>{challenge}</bdi>}
          />
        ))}
      </List>
      <List name="actions">
        {actions.map(({ at: time, by, action }, place) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own
            key={place}
            main={by === null ? t('gamewatch:platform') : <bdi>{by}</bdi>}
            aside={at(time)}
            sub={actionOf(action)}
          />
        ))}
      </List>
      <List name="coming">
        {coming.map(({ at: time, what, count, title }) => (
          <Row
            key={what + time}
            main={t(`gamewatch:coming.${what}`, { title: title ?? '' })}
            aside={<time dateTime={new Date(time).toISOString()}>{moment(new Date(time))}</time>}
            sub={count > 1 && t('gamewatch:more', { n: number(count - 1) })}
          />
        ))}
      </List>
    </div>
  )
}
