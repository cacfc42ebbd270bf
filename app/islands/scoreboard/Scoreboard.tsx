import { type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { Banner } from '~/app/components/Banner'
import { EmptyState } from '~/app/components/EmptyState'
import { DownloadIcon, HistoryIcon, MonitorIcon, SearchIcon, UsersIcon } from '~/app/components/icons'
import { Pagination } from '~/app/components/table/Pagination'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { isPlain } from '~/app/islands/runtime/is-plain'
import { Cached } from '~/app/rendering/cached'
import { LONG } from '../news/stay'
import { ToastStack } from '../news/ToastStack'
import { useNotices } from '../news/use-notices'
import { useToasts } from '../news/use-toasts'
import { type NewsItem, newsToast } from '../news/words'
import { replayHref } from '../replay/props'
import { Announcer } from './Announcer'
import { BoardTools } from './BoardTools'
import { Chart } from './chart/Chart'
import { useLive } from './live/use-live'
import { detailOf } from './live/view'
import { OwnLine, ownLineOf } from './OwnLine'
import { OwnTeamPanel } from './OwnTeamPanel'
import type { ScoreboardProps } from './props'
import { hrefOf, pinned, projectorHref, type Query } from './query'
import { Status } from './Status'
import { Matrix } from './table/Matrix'
import { chartNow, clockOf, isFrozen, minuteOf } from './times'
import { useKeptTeams } from './use-kept-teams'
import { useOwn } from './use-own'
import { useQuery } from './use-query'
import { useShown } from './use-shown'

export function Scoreboard(props: ScoreboardProps) {
  const { gameId, start, end } = props
  const t = useText()
  const { number } = useFormat()
  const { query, go, replace, link } = useQuery(gameId, props.query)
  useKeptTeams(gameId, query, props.followed, replace)
  const { toasts, show, dismiss } = useToasts<NewsItem>()
  const { own, playable, onStanding } = useOwn(props, (change) =>
    show({ id: 'standing', kind: 'standing', change }, null)
  )
  const { view, now, moving, connection, retry, heardAt, past } = useLive({
    ...props,
    standing: onStanding,
    notice: (notice) => void onNotice(notice),
    teamSolve: (solve) => show({ id: `m${solve.challenge}`, kind: 'mate', solve }, LONG)
  })
  const onNotice = useNotices(gameId, connection, (notice) =>
    show({ id: `n${notice.id}`, kind: 'notice', notice }, LONG)
  )
  const frozen = isFrozen(props.freeze, now)
  const shown = useShown(props, { own, view, query, frozen })
  const live = view !== null
  const onOpen = useOpen(live, query, go)
  const onSearch = useCallback((search: string) => go({ ...query, search, page: 1 }), [query, go])
  const requested = query.team
  const team = requested === null ? null : view ? detailOf(view, requested) : props.team
  const closed = { ...query, team: null }
  const compareOf = (id: number) => ({ ...link(pinned(query, id), live), on: query.teams.includes(id) })
  useEscape(team ? () => go(closed) : null)
  return (
    <>
      {frozen && (
        <Banner
          inline
          title={t('scoreboard:frozen_since', { time: `${clockOf(minuteOf(props.freeze!))} UTC` })}
        >
          {t(own === null ? 'scoreboard:frozen' : 'scoreboard:frozen_own')}
        </Banner>
      )}
      <div className="sb-head">
        {shown.teams > 0 && (
          <Chart
            {...{ gameId, query, start, end }}
            onView={live ? go : null}
            lines={shown.lines}
            now={chartNow(now, end, props.freeze)}
          />
        )}
        <BoardTools
          query={query}
          divisions={shown.divisions}
          countries={props.countries}
          teams={shown.teams}
          link={(to) => link(to, live)}
          onSearch={live ? onSearch : null}
          onCountry={live ? (country) => go({ ...query, country, page: 1 }) : null}
        >
          <Status
            connection={connection}
            retry={retry}
            heardAt={heardAt}
            moving={moving && now < end}
            frozen={frozen}
            changedAt={shown.changedAt}
            now={now}
            here={hrefOf(gameId, query)}
          />
          <Ways gameId={gameId} query={query} staff={props.staff} replay={props.replay} />
        </BoardTools>
      </div>
      {shown.place && (
        <Cached name="place" of={OwnLine} {...ownLineOf({ gameId, place: shown.place, frozen }, number)} />
      )}
      {shown.teams === 0 ? (
        <Nobody />
      ) : (
        <Matrix
          {...shown}
          {...{ gameId, query, own, past, view, go, onOpen }}
          divided={shown.divisions.length > 0}
          playable={playable}
        >
          <Foot shown={shown} query={query} gameId={gameId} pages={live ? 1 : props.board.pages} />
        </Matrix>
      )}
      {shown.teams > 0 && shown.list.count === 0 && (
        <NoMatch
          searched={query.search !== ''}
          all={link(
            { ...query, ...(query.search ? { search: '' } : { division: null, country: null }), page: 1 },
            live
          )}
        />
      )}
      {team && (
        <OwnTeamPanel
          {...{ gameId, team }}
          bonus={shown.bonus}
          close={link(closed, live)}
          compare={compareOf(team.team)}
        />
      )}
      <Announcer view={view} own={own} />
      <ToastStack toasts={toasts.map((one) => newsToast(t, one))} onDismiss={dismiss} />
    </>
  )
}

type WaysProps = Pick<ScoreboardProps, 'gameId' | 'query' | 'staff' | 'replay'>

function Ways({ gameId, query: { division }, staff, replay }: WaysProps) {
  const t = useText()
  return (
    <div className="row ways">
      <a className="btn sm to-hall" href={projectorHref(gameId, { division, page: 1 })}>
        <MonitorIcon />
        {t('scoreboard:open_projector')}
      </a>
      {replay && (
        <a className="btn sm" href={replayHref(gameId, { at: null, division, page: 1 })}>
          <HistoryIcon />
          {t('scoreboard:open_replay')}
        </a>
      )}
      {staff && (
        <a className="btn sm" href={`/api/game/${gameId}/scoreboardsheet`} download>
          <DownloadIcon />
          {t('scoreboard:sheet')}
        </a>
      )}
    </div>
  )
}

/** Opens a team's panel without a reload. A stable function, so that rows keep their memo. */
function useOpen(live: boolean, query: Query, go: (query: Query) => void) {
  const latest = useRef({ live, query, go })
  latest.current = { live, query, go }
  return useCallback((event: MouseEvent, team: number) => {
    const { live, query, go } = latest.current
    if (!live || !isPlain(event)) return
    event.preventDefault()
    go({ ...query, team })
  }, [])
}

function useEscape(close: (() => void) | null) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !latest.current) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

interface FootProps {
  shown: ReturnType<typeof useShown>
  query: Query
  gameId: number
  pages: number
}

function Foot({ shown: { list, teams }, query, gameId, pages }: FootProps) {
  const t = useText()
  const { from, to } = list.known
  return (
    <>
      <span role="status">
        {pages > 1
          ? t('scoreboard:foot.page', { from: from + 1, to, count: list.count })
          : list.count < teams
            ? t('scoreboard:foot.found', { found: list.count, count: teams })
            : t('scoreboard:foot.teams', { count: teams })}
      </span>
      {pages > 1 && (
        <Pagination page={query.page} pages={pages} href={(page) => hrefOf(gameId, { ...query, page })} />
      )}
    </>
  )
}

function Nobody() {
  const t = useText()
  return (
    <EmptyState icon={UsersIcon} title={t('scoreboard:empty')}>
      {t('scoreboard:empty_hint')}
    </EmptyState>
  )
}

interface NoMatchProps {
  searched: boolean
  all: { href: string; onClick(event: MouseEvent): void }
}

function NoMatch({ searched, all }: NoMatchProps) {
  const t = useText()
  return (
    <EmptyState
      icon={searched ? SearchIcon : UsersIcon}
      title={t(searched ? 'scoreboard:no_match' : 'scoreboard:empty')}
      action={
        <a className="btn" {...all}>
          {t('scoreboard:show_all')}
        </a>
      }
    />
  )
}
