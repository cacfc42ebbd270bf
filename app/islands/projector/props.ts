import type { GamePause } from '~/server/games/constants'
import type { FeedNotice } from '../news/notice'
import type { Scene } from './scene'

/** Times are Unix milliseconds. */
export interface ProjectorProps {
  gameId: number
  title: string
  poster: string | null
  start: number
  /** The last pause, also a past one; null before the first. */
  pause: GamePause | null
  end: number
  now: number
  /** Null: all teams. */
  division: string | null
  leave: string
  scene: Scene
  notice: FeedNotice | null
}
