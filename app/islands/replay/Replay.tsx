import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Badge } from '~/app/components/Badge'
import { Banner } from '~/app/components/Banner'
import { EmptyState } from '~/app/components/EmptyState'
import { FlagIcon, HistoryIcon, LinkIcon, UsersIcon } from '~/app/components/icons'
import { Pagination } from '~/app/components/table/Pagination'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useKeys } from '../runtime/use-keys'
import { DivisionTabs } from '../scoreboard/DivisionTabs'
import type { View } from '../scoreboard/live/view'
import { columnIndex } from '../scoreboard/marks'
import { WHOLE } from '../scoreboard/query'
import { Matrix } from '../scoreboard/table/Matrix'
import { pageList } from '../scoreboard/table/rows'
import type { Shown } from '../scoreboard/use-shown'
import { bloodBeside, Controls } from './Controls'
import type { Recording, Scene } from './moment'
import { type ReplayProps, type ReplayQuery, replayHref } from './props'
import { ReplayChanges } from './ReplayChanges'
import { usePlayer } from './use-player'

const NO_NEWS: Shown['news'] = new Map()
const SETTLED = 400

function ofPage({ moment }: ReplayProps): Scene {
  const { rows, offset, found, columns, final } = moment
  return {
    ...moment,
    list: pageList(rows, offset, found, 'page'),
    layout: { columns, index: columnIndex(columns) },
    news: NO_NEWS,
    final: new Map(final.map(([id, rank, divisionRank]) => [id, { rank, divisionRank }]))
  }
}

/** Fetches the ledger when it is first needed; then every moment is folded here. */
function useRecording(props: ReplayProps) {
  const [recording, setRecording] = useState<Recording | 'idle' | 'loading' | 'failed'>('idle')
  const requested = useRef(false)
  const load = useCallback(() => {
    if (requested.current) return
    requested.current = true
    setRecording('loading')
    // The code to fold ledgers loads with the first ledger.
    import('./recording')
      .then(({ loadRecording }) => loadRecording(props))
      .then(setRecording, () => {
        requested.current = false
        setRecording('failed')
      })
  }, [props])
  return { recording, load }
}

function useAddress(gameId: number, query: ReplayQuery, at: number, moved: boolean) {
  useEffect(() => {
    if (!moved) return
    const timer = setTimeout(() => {
      history.replaceState(history.state, '', replayHref(gameId, { ...query, at, page: 1 }))
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [gameId, query, at, moved])
}

/** The board at any moment: the browser folds the ledger; the first board comes from the server. */
export function Replay(props: ReplayProps) {
  const { gameId, start, end, query, own, course, moment } = props
  const t = useText()
  const player = usePlayer(start, end, moment.at)
  const { recording, load } = useRecording(props)
  const loaded = typeof recording === 'object' ? recording : null
  const moved = player.at !== moment.at || loaded !== null
  useAddress(gameId, query, player.at, moved && !player.playing)

  const page = useMemo(() => ofPage(props), [props])
  const at = useDeferredValue(player.at)
  const last = useRef<View | null>(null)
  const scene = useMemo(() => {
    if (!loaded) return page
    const made = loaded.sceneAt(props, at, last.current)
    last.current = made.view
    return made
  }, [loaded, props, at, page])

  const seek = (to: number) => {
    load()
    player.seek(to)
  }
  const toggle = () => {
    load()
    player.toggle()
  }
  useKeys({
    ' ': toggle,
    // While playing, a second press goes to the blood before.
    '[': () =>
      seek(bloodBeside(course.bloods, player.at - (player.playing ? player.speed * 1000 : 0), -1) ?? start),
    ']': () => seek(bloodBeside(course.bloods, player.at, 1) ?? end)
  })
  const here = { ...query, at: player.at, page: 1 }
  const go = useCallback(
    ({ page }: { page: number }) => {
      location.assign(replayHref(gameId, { ...query, at: moment.at, page }))
    },
    [gameId, query, moment.at]
  )
  return (
    <>
      <Tools props={props} scene={scene} at={player.at} here={here} />
      {recording === 'failed' && <Banner tone="bad">{t('replay:failed')}</Banner>}
      <div className="withside">
        <div>
          {scene.list.count === 0 ? (
            <EmptyState icon={UsersIcon} title={t('scoreboard:empty')} />
          ) : (
            <Matrix
              {...scene}
              {...{ gameId, own, go }}
              query={{ ...WHOLE, division: query.division, page: query.page }}
              divided={scene.divisions.length > 0}
              playable={false}
              past={null}
              view={null}
              onOpen={() => {}}
            >
              <span>{t('scoreboard:foot.teams', { count: scene.list.count })}</span>
              {!loaded && (
                <Pagination
                  page={moment.page}
                  pages={moment.pages}
                  href={(to) => replayHref(gameId, { ...query, page: to })}
                />
              )}
            </Matrix>
          )}
        </div>
        <aside aria-label={t('replay:latest')}>
          <ReplayChanges latest={scene.latest} />
        </aside>
      </div>
      <Controls
        {...{ gameId, start, end, query, course }}
        at={player.at}
        entries={scene.entries}
        total={scene.total}
        playing={player.playing}
        speed={player.speed}
        loading={recording === 'loading'}
        onSeek={seek}
        onSpeed={player.setSpeed}
        onToggle={toggle}
      />
    </>
  )
}

interface ToolsProps {
  props: ReplayProps
  scene: Scene
  at: number
  here: ReplayQuery
}

function Tools({ props: { gameId, end, last, query }, scene, at, here }: ToolsProps) {
  const t = useText()
  const { moment } = useFormat()
  return (
    <div className="sb-tools">
      <h1>{t('replay:title')}</h1>
      {at >= end ? (
        <Badge icon={FlagIcon}>{t(`replay:${last}`)}</Badge>
      ) : (
        <Badge tone="warn" icon={HistoryIcon}>
          {t('replay:not_final', { time: moment(new Date(at)) })}
        </Badge>
      )}
      <DivisionTabs
        {...scene}
        chosen={query.division}
        link={(division) => ({ href: replayHref(gameId, { ...here, division }) })}
      />
      <span className="push row">
        <a className="btn sm" href={replayHref(gameId, here)}>
          <LinkIcon />
          {t('replay:link')}
        </a>
        <a className="btn sm" href={`/games/${gameId}/Scoreboard`}>
          {t('replay:board')}
        </a>
      </span>
    </div>
  )
}
