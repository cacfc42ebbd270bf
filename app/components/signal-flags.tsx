/** International signal flags. Teams, players and games without an image show them. */
import type { ReactNode } from 'react'
import { FLAG_LAYERS } from '~/server/cards/constants'

export { flagLetter, latinLetters, nameHash } from '~/server/cards/constants'

/** Shapes of one letter A–Z, for the inside of an svg element. */
export const flagOf = (letter: string): ReactNode => (
  <>
    {(FLAG_LAYERS[letter] ?? FLAG_LAYERS.Q)!.map(([colour, shape]) => (
      <path key={colour + shape} fill={colour} d={shape} />
    ))}
  </>
)

interface HoistProps {
  word: string
  label: string
  className?: string
  size?: 'login' | 'sign' | 'single'
}

const HOISTS = {
  login: { width: 560, height: 82, top: 6, sag: 104, step: 56, scale: 1.7 },
  sign: { width: 640, height: 102, top: 8, sag: 136, step: 74, scale: 2.2 },
  single: { width: 120, height: 80, top: 8, sag: 32, step: 60, scale: 2.4 }
}

export function Hoist({ word, label, className = 'hoist-word', size = 'sign' }: HoistProps) {
  const letters = [...word]
  const { width, height, top, sag, ...full } = HOISTS[size]
  // Longer words are smaller.
  const fit = Math.min(1, width / (letters.length * full.step))
  const [step, scale] = [full.step * fit, full.scale * fit]
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path
        d={`M0 ${top}Q${width / 2} ${top + sag / 2} ${width} ${top}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      {letters.map((letter, index) => {
        const x = width / 2 + (index - (letters.length - 1) / 2) * step
        const u = x / width
        const y = top + sag * u * (1 - u)
        const tilt = Math.atan((sag * (1 - 2 * u)) / width) * (180 / Math.PI) * 0.9
        const at = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${tilt.toFixed(2)}) scale(${scale}) translate(-10 .6)`
        return (
          <g key={at} transform={at}>
            {flagOf(letter)}
          </g>
        )
      })}
    </svg>
  )
}
