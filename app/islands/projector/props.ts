import type { GamePause } from '~/server/games/constants'
import type { FeedNotice } from '../news/notice'
import type { Scene } from './scene'

/** Times are Unix milliseconds. */
export interface ProjectorProps {
  gameId: number
  title: string
  /** Address of the game's picture; null for its flag. */
  poster: string | null
  start: number
  /** The last pause, which may be over; null before the first. */
  pause: GamePause | null
  end: number
  /** When the page was made. */
  now: number
  /** Null for all teams. */
  division: string | null
  /** Address of the scoreboard. */
  leave: string
  scene: Scene
  /** The newest one that is told; null when there is none. */
  notice: FeedNotice | null
}
