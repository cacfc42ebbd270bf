import { flagOf, hashOf } from '../flags'
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

/** Outline of a flag of 20 × 20 that the wind moves. */
const CLOTH = 'M0 0H20c.5 5-.6 13 0 19.2-3.1 2.2-6.6 2-9.8.7S3.5 18.4.3 20.3C-.6 14 .6 7 0 0z'
/** Light and shade along a flag; neighbours differ. */
const FOLDS: Record<'even' | 'odd', [offset: number, isLit: boolean, opacity: number][]> = {
  even: [
    [0, false, 0.2],
    [0.22, true, 0.12],
    [0.5, false, 0.16],
    [0.78, true, 0.1],
    [1, false, 0.18]
  ],
  odd: [
    [0, false, 0.08],
    [0.3, false, 0.18],
    [0.55, true, 0.14],
    [0.85, false, 0.18],
    [1, true, 0.06]
  ]
}
const SQUARE = 'M-1-1h22v23H-1z'
/** A and B have a notch in the fly. */
const NOTCHED = 'M0 0h20l-5 10 5 10H0z'

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
  const [sky, sea, hoist, cloth] = [`${id}sky`, `${id}sea`, `${id}hoist`, `${id}cloth`]
  const span = letters.length * STEP + STEP
  return (
    <>
      <svg
        className="art wide"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="xMidYMin slice"
        data-hue={hashOf(title) % HUES}
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
        {Object.entries(FOLDS).map(([fold, stops]) => (
          <linearGradient key={fold} id={`${id}${fold}`}>
            {stops.map(([offset, isLit, opacity]) => (
              <stop key={offset} offset={offset} stopColor={isLit ? '#fff' : '#000'} stopOpacity={opacity} />
            ))}
          </linearGradient>
        ))}
        <clipPath id={cloth}>
          <path d={CLOTH} />
        </clipPath>
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
              return (
                <g key={at} transform={at} clipPath={`url(#${cloth})`}>
                  {/* Larger than the outline, which waves around the edges. */}
                  <g transform="translate(-.4 -.2) scale(1.05 1.09)">
                    {flagOf(letter)}
                    <path
                      d={/[AB]/.test(letter) ? NOTCHED : SQUARE}
                      fill={`url(#${id}${index % 2 === 0 ? 'even' : 'odd'})`}
                    />
                  </g>
                </g>
              )
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
