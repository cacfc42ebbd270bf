import type { ProjectorProps } from '~/app/islands/projector/props'
import { TURN_MS, turned } from '~/app/islands/projector/rotation'
import { sceneOfSnapshot } from '~/app/islands/projector/scene'
import { pastAt } from '~/app/islands/scoreboard/live/past'
import { hrefOf, projectorHref, type Query, WHOLE } from '~/app/islands/scoreboard/query'
import type { Bare } from '~/app/request/page/shell'
import type { Scoreboard } from '~/scoring'
import type { GameView } from '~/server/games/contract'

export function projectorOf(
  board: Scoreboard,
  game: Pick<GameView, 'id' | 'title' | 'poster' | 'start' | 'ends' | 'pause'>,
  { division, page }: Query,
  { now, notice }: Pick<ProjectorProps, 'now' | 'notice'>
): ProjectorProps {
  const [start, end] = [Date.parse(game.start), Date.parse(game.ends.final)]
  const since = now < end ? pastAt(start, now) : null
  return {
    gameId: game.id,
    title: game.title,
    poster: game.poster,
    start,
    end,
    pause: game.pause,
    now,
    division,
    notice,
    leave: hrefOf(game.id, { ...WHOLE, division }),
    scene: sceneOfSnapshot(board, { division, page, since })
  }
}

/** No shell; without script the next page of teams after a while. */
export function bareOf(gameId: number, { division, page }: Query, screen: ProjectorProps | null): Bare {
  const next = screen ? turned(screen.scene.page, screen.scene.pages, 1) : page
  return {
    className: 'projector',
    refresh: { after: TURN_MS / 1000, to: projectorHref(gameId, { division, page: next }) }
  }
}
