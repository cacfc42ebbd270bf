import { flagOf } from './signal-flags'

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

/** What the flags of a picture are cut and shaded with. `id`: unique in the document. */
export function ClothDefs({ id }: { id: string }) {
  return (
    <>
      {Object.entries(FOLDS).map(([fold, stops]) => (
        <linearGradient key={fold} id={`${id}${fold}`}>
          {stops.map(([offset, isLit, opacity]) => (
            <stop key={offset} offset={offset} stopColor={isLit ? '#fff' : '#000'} stopOpacity={opacity} />
          ))}
        </linearGradient>
      ))}
      <clipPath id={`${id}cloth`}>
        <path d={CLOTH} />
      </clipPath>
    </>
  )
}

interface WavingFlagProps {
  /** As of `ClothDefs` in the same picture. */
  id: string
  letter: string
  index: number
  transform: string
}

/** A flag in the wind. */
export function WavingFlag({ id, letter, index, transform }: WavingFlagProps) {
  return (
    <g transform={transform} clipPath={`url(#${id}cloth)`}>
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
}
