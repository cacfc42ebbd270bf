import { centred, type Drawing, hoist, lineAt, rectangle, type Shape } from './drawing'
import { drawable, fitText, outlineText, wrapText } from './letters'

/** A4 across, in points. */
const [WIDTH, HEIGHT] = [842, 595]
const MIDDLE = WIDTH / 2
const COLOURS = { paper: '#ffffff', text: '#16222d', quiet: '#51626e', mark: '#0d7f7a', rope: '#8b9aa4' }

export interface CertificateFacts {
  game: string
  /** The team, or a member of it. */
  name: string
  /** Letters of the flags, A to Z. */
  word: string
  words: {
    title: string
    /** `Member of …`; null for the team itself. */
    member: string | null
    /** `reached rank 3 of 214 with 7,289 points in`. */
    reached: string
    /** `and rank 1 of 20 in Students`; null without a division. */
    inDivision: string | null
    dates: string
    /** Shown in place of names that cannot be drawn. */
    name: string
    game: string
  }
  /** A text of the organisers; '' for none. */
  note: string
  /** The person who signs; '' for no signature line. */
  signature: string
  platform: string
  language: string
}

const SIGN = { from: 560, to: 770, y: 512 }

function signed(signature: string): Shape[] {
  if (signature === '') return []
  const { from, to, y } = SIGN
  const name = fitText(drawable(signature, ''), to - from, 12, 8)
  return [rectangle(from, y, to - from, 0.8, COLOURS.text), lineAt(name, from, y + 17, COLOURS.quiet)]
}

/** Draws the result of a team, or of one of its members, in a game. */
export function certificate(facts: CertificateFacts): Drawing {
  const { game, name, word, words, note, signature, platform, language } = facts
  const { paper, text, quiet, mark, rope } = COLOURS
  const row = (shown: string, y: number, size: number, colour: string, bold = 0) =>
    centred(fitText(shown, WIDTH - 160, size, size * 0.5), MIDDLE, y, colour, bold)
  const [shownName, shownGame] = [drawable(name, words.name), drawable(game, words.game)]
  return {
    ...{ width: WIDTH, height: HEIGHT, language },
    words: [
      words.title,
      name,
      words.member,
      words.reached,
      words.inDivision,
      game,
      words.dates,
      note,
      signature
    ]
      .filter(Boolean)
      .join('. '),
    shapes: [
      rectangle(0, 0, WIDTH, HEIGHT, paper),
      { d: `M24 24h${WIDTH - 48}v${HEIGHT - 48}h${48 - WIDTH}z`, stroke: { colour: mark, width: 1.5 } },
      ...hoist(word, { from: 60, to: WIDTH - 60, top: 52, sag: 22, scale: 2.2, colour: rope }),
      row(words.title, 190, 26, mark, 0.5),
      row(shownName, 256, 44, text, 1),
      ...(words.member === null ? [] : [row(words.member, 284, 15, quiet)]),
      row(words.reached, 324, 17, text),
      row(shownGame, 362, 26, text, 0.6),
      ...(words.inDivision === null ? [] : [row(drawable(words.inDivision, ''), 386, 13, text)]),
      row(words.dates, words.inDivision === null ? 388 : 408, 13, quiet),
      ...wrapText(note, WIDTH - 220, 12, 4).map((line, place) =>
        centred(line, MIDDLE, (words.inDivision === null ? 424 : 436) + place * 17, quiet)
      ),
      ...signed(signature),
      lineAt(outlineText(drawable(platform, ''), 11), 72, SIGN.y + 17, quiet)
    ]
  }
}
