import { nameHash } from '../signal-flags'
import { ClothDefs, WavingFlag } from '../waving-flag'
import { posterWord } from './Poster'

const [WIDTH, HEIGHT, HORIZON] = [1600, 450, 224]
/** The line: its ends and how low it hangs between them. */
const [LEFT, RIGHT, LOW] = [8, 40, 128]
const [STEP, SCALE] = [162, 5.8]
const HUES = 6

const WAVES = Array.from({ length: 9 }, (_, row) => {
  const [y, rise] = [HORIZON + 5 + row * 24.5, (4 + row * 0.6).toFixed(1)]
  return `M0 ${y}q100-${rise} 200 0${'t200 0'.repeat(7)}`
}).join('')

/** Height and slope of the line at `x`. */
function lineAt(x: number): { y: number; degrees: number } {
  const u = x / WIDTH
  const y = (1 - u) ** 2 * LEFT + 2 * u * (1 - u) * LOW + u ** 2 * RIGHT
  const slope = (2 * (1 - u) * (LOW - LEFT) + 2 * u * (RIGHT - LOW)) / WIDTH
  return { y, degrees: (Math.atan(slope) * 180) / Math.PI }
}

interface GameArtProps {
  /** Unique in the document; not `useId`, since caches keep the picture. */
  id: string
  title: string
  url?: string | null
}

/**
 * The title of a game in signal flags over the sea, across the whole page; an uploaded poster takes its place. Phones
 * show the flags smaller, so that the word stays whole. Decoration: the title stands in front of it.
 */
export function GameArt({ id, title, url }: GameArtProps) {
  if (url) return <img className="art" src={url} alt="" />
  const letters = [...posterWord(title)]
  const [sky, sea, hoist] = [`${id}sky`, `${id}sea`, `${id}hoist`]
  const span = letters.length * STEP + STEP
  return (
    <>
      <svg
        className="art wide"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="xMidYMin slice"
        data-hue={nameHash(title) % HUES}
        aria-hidden="true"
        focusable="false"
      >
        <linearGradient id={sky} x2="0" y2="1">
          <stop className="sky-a" />
          <stop className="sky-b" offset="1" />
        </linearGradient>
        <linearGradient id={sea} x2="0" y2="1">
          <stop className="sea-a" />
          <stop className="sea-b" offset="1" />
        </linearGradient>
        <ClothDefs id={id} />
        <path fill={`url(#${sky})`} d={`M0 0h${WIDTH}v${HORIZON}H0z`} />
        <path fill={`url(#${sea})`} d={`M0 ${HORIZON}h${WIDTH}v${HEIGHT - HORIZON}H0z`} />
        <path className="waves" d={WAVES} />
        <path className="horizon" d={`M0 ${HORIZON}h${WIDTH}`} />
        <g className="hoist">
          <g id={hoist}>
            <path className="art-rope" d={`M0 ${LEFT}Q${WIDTH / 2} ${LOW} ${WIDTH} ${RIGHT}`} />
            {letters.map((letter, index) => {
              const x = WIDTH / 2 + (index - (letters.length - 1) / 2) * STEP
              const { y, degrees } = lineAt(x)
              const at = `translate(${x} ${y.toFixed(1)}) rotate(${degrees.toFixed(2)}) scale(${SCALE}) translate(-10 .4)`
              return <WavingFlag key={at} id={id} letter={letter} index={index} transform={at} />
            })}
          </g>
          <use
            href={`#${hoist}`}
            className="reflection"
            transform={`translate(0 ${2 * HORIZON}) scale(1 -1)`}
          />
        </g>
      </svg>
      <svg
        className="art narrow"
        viewBox={`${(WIDTH - span) / 2} 0 ${span} ${HEIGHT}`}
        preserveAspectRatio="xMidYMin meet"
        aria-hidden="true"
        focusable="false"
      >
        <use href={`#${hoist}`} />
      </svg>
    </>
  )
}
