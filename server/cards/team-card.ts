import { type Drawing, hoist, lineAt, rectangle } from './drawing'
import { drawable, fitText } from './letters'

/** Size that pages of other sites show pictures of links in. */
const [WIDTH, HEIGHT] = [1200, 630]
const EDGE = 72
const COLOURS = { ground: '#0f161d', sea: '#16222d', text: '#eef2f4', quiet: '#9fb0bb', mark: '#22b8b0' }

export interface TeamCardFacts {
  game: string
  team: string
  /** Letters of the flags, A to Z. */
  word: string
  words: {
    /** `Rank 3 of 214`, and `7,289 points`. */
    place: string
    points: string
    /** Shown in place of names that cannot be drawn. */
    team: string
    game: string
  }
  platform: string
  language: string
}

/** The result of a team, to show elsewhere. */
export function teamCard({ game, team, word, words, platform, language }: TeamCardFacts): Drawing {
  const room = WIDTH - 2 * EDGE
  const { ground, sea, text, quiet, mark } = COLOURS
  const line = (shown: string, y: number, size: number, least: number, colour: string, bold = 0) =>
    lineAt(fitText(shown, room, size, least), EDGE, y, colour, bold)
  return {
    ...{ width: WIDTH, height: HEIGHT, language },
    words: `${team}: ${words.place}, ${words.points}. ${game}`,
    shapes: [
      rectangle(0, 0, WIDTH, HEIGHT, ground),
      rectangle(0, HEIGHT - 96, WIDTH, 96, sea),
      rectangle(0, HEIGHT - 98, WIDTH, 2, mark),
      ...hoist(word, { from: 0, to: WIDTH, top: 26, sag: 40, scale: 4.2, colour: quiet }),
      line(drawable(team, words.team), 318, 84, 40, text, 2.4),
      line(words.place, 410, 52, 30, mark, 1.4),
      line(words.points, 476, 40, 26, text),
      lineAt(fitText(drawable(game, words.game), room * 0.72, 32, 22), EDGE, HEIGHT - 38, text),
      (() => {
        const name = fitText(drawable(platform, ''), room * 0.24, 24, 16)
        return lineAt(name, WIDTH - EDGE - name.width, HEIGHT - 40, quiet)
      })()
    ]
  }
}
