import { flagLetter, flagOf, latinLetters } from './flags'

const [WIDTH, HEIGHT] = [1440, 210]
const [TOP, SAG] = [18, 70]
const [STEP, SCALE] = [84, 3]
const MOST = 10

export function FlagLine({ name }: { name: string }) {
  const letters = latinLetters(name).slice(0, MOST)
  const shown = letters.length > 0 ? letters : [flagLetter(name)]
  return (
    <svg
      className="flag-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className="rope" d={`M0 ${TOP}Q${WIDTH / 2} ${TOP + SAG} ${WIDTH} ${TOP}`} />
      {shown.map((letter, index) => {
        const x = WIDTH / 2 + (index - (shown.length - 1) / 2) * STEP
        const u = x / WIDTH
        const y = TOP + 2 * SAG * u * (1 - u)
        const tilt = Math.atan((2 * SAG * (1 - 2 * u)) / WIDTH) * (180 / Math.PI)
        const at = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${tilt.toFixed(2)}) scale(${SCALE}) translate(-10 .3)`
        return (
          <g key={at} transform={at}>
            {flagOf(letter)}
          </g>
        )
      })}
    </svg>
  )
}
