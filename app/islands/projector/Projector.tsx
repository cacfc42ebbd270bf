import { useEffect, useMemo, useState } from 'react'
import { useText } from '~/app/i18n/text'
import { useNow } from '~/app/islands/runtime/clock'
import { gameTimes } from '~/app/islands/runtime/game-times'
import { Plot } from '~/app/islands/scoreboard/chart/Plot'
import { spanOf } from '~/app/islands/scoreboard/chart/scale'
import { useLive } from '~/app/islands/scoreboard/live/use-live'
import { SECOND_MS } from '~/server/platform/time'
import { useNotices } from '../news/use-notices'
import { useKeys } from '../runtime/use-keys'
import { Announcement } from './Announcement'
import { ProjectorFeed, Unsolved } from './Feed'
import { Pennon } from './Pennon'
import { ProjectorHead } from './ProjectorHead'
import type { ProjectorProps } from './props'
import { Ranking } from './Ranking'
import { sceneOf } from './scene'
import { useRotation } from './use-rotation'
import { useSound } from './use-sound'
import { useWakeLock } from './use-wake-lock'
import { useFullScreen, useRestingPointer } from './use-wall'

const FRESH = 90 * SECOND_MS

export function Projector(props: ProjectorProps) {
  const { division, start, end } = props
  const t = useText()
  const [notice, setNotice] = useState(props.notice)
  const live = useLive({ ...props, notice: (one) => void onNotice(one) })
  const onNotice = useNotices(props.gameId, live.connection, (one) =>
    // Responses may arrive out of order.
    setNotice((known) => (known && known.id > one.id ? known : one))
  )
  const seconds = useNow(props.now, SECOND_MS)
  const { view, past } = live
  const [page, setPage] = useState(props.scene.page)
  const scene = useMemo(
    () => (view ? sceneOf(view, { division, page, past }) : props.scene),
    [view, division, page, past, props.scene]
  )
  const { paused, turn, pause } = useRotation(scene, setPage)
  useWakeLock()
  useRestingPointer()
  const screen = useFullScreen()
  const sound = useSound(scene.first)
  useKeys({ f: () => screen.toggle?.(), s: sound.toggle })
  useEnd(props.now < end && seconds >= end)

  const { first } = scene
  const fresh = first !== null && seconds - first.at < FRESH
  const title = t('scoreboard:chart.title')
  return (
    <>
      <ProjectorHead game={props} {...{ live, scene, seconds, paused, turn, pause, screen, sound }} />
      <Announcement notice={notice} now={seconds} />
      <main id="main" className="pj-main" tabIndex={-1} {...gameTimes(props.gameId, props)}>
        <Ranking scene={scene} just={fresh ? first.participation : null} />
        <div className="pj-side">
          <Pennon news={fresh ? first : scene.blood} fresh={fresh} now={seconds} />
          {scene.lines.length > 0 && (
            <div className="pj-chart">
              <Plot
                {...{ title, end }}
                lines={scene.lines}
                span={spanOf(start, end, live.now)}
                now={live.now}
              />
            </div>
          )}
          <div className="pj-feed">
            <Unsolved challenges={scene.unsolved} />
            <ProjectorFeed news={scene.latest} now={seconds} />
          </div>
        </div>
      </main>
    </>
  )
}

/** Reloads the page at the end, which may have been moved meanwhile. */
function useEnd(hasEnded: boolean) {
  useEffect(() => {
    if (hasEnded) location.reload()
  }, [hasEnded])
}
