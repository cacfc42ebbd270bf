import { flagLetter, latinLetters } from './signal-flags'
import { ClothDefs, WavingFlag } from './waving-flag'

const [WIDTH, HEIGHT] = [1440, 210]
const [TOP, SAG] = [18, 70]
const [STEP, SCALE] = [84, 3]
/** Room at both ends of the letters. */
const EDGE = 24
const MAX_LETTERS = 10

/** Across a line of `WIDTH`, and beyond its ends, because wide pages show more. */
const ropeAt = (x: number) => TOP + 2 * SAG * (x / WIDTH) * (1 - x / WIDTH)
/** A parabola is exactly this curve; its control point mirrors the ends at the vertex. */
const [FROM, TO] = [-WIDTH, 2 * WIDTH]
const ROPE = `M${FROM} ${ropeAt(FROM)}Q${WIDTH / 2} ${2 * ropeAt(WIDTH / 2) - ropeAt(FROM)} ${TO} ${ropeAt(TO)}`

/** A name in signal flags on a line: whole on every screen, smaller on narrow ones. One in a document. */
export function FlagLine({ name }: { name: string }) {
  const letters = latinLetters(name)
  // Names in other scripts have a flag for each character.
  const other = [...name].filter((one) => /\p{L}|\p{N}/u.test(one)).map(flagLetter)
  const all = letters.length > 0 ? letters : other
  const shown = (all.length > 0 ? all : [flagLetter(name)]).slice(0, MAX_LETTERS)
  const width = shown.length * STEP + 2 * EDGE
  return (
    <svg
      className="flag-line"
      viewBox={`${(WIDTH - width) / 2} 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="xMidYMin meet"
      aria-hidden="true"
      focusable="false"
    >
      <ClothDefs id="line-" />
      <path className="rope" d={ROPE} />
      {shown.map((letter, index) => {
        const x = WIDTH / 2 + (index - (shown.length - 1) / 2) * STEP
        const tilt = Math.atan((2 * SAG * (1 - (2 * x) / WIDTH)) / WIDTH) * (180 / Math.PI)
        const at = `translate(${x.toFixed(1)} ${ropeAt(x).toFixed(1)}) rotate(${tilt.toFixed(2)}) scale(${SCALE}) translate(-10 .3)`
        return <WavingFlag key={at} id="line-" letter={letter} index={index} transform={at} />
      })}
    </svg>
  )
}
