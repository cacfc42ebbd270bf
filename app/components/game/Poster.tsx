import { flagLetter, flagOf, latinLetters, nameHash } from '../signal-flags'

const SEAS = [
  ['#10242b', '#1b3640'],
  ['#1b2a20', '#283d2f'],
  ['#1c2036', '#2a3050'],
  ['#2b2616', '#3f3820'],
  ['#2a1d22', '#3e2b31']
] as const
const WAVES = [120, 130, 140, 150, 160, 170, 180]
  .map((y, index) => `M0 ${y}q40-${5 + index} 80 0t80 0 80 0 80 0`)
  .join('')
const STEP = 44
const MAX_WORD_LENGTH = 7

/**
 * The longest word of at most seven letters, else as much as fits; one flag per character in other scripts.
 */
export function posterWord(title: string): string {
  const words = title
    .split(/\s+/)
    .map((word) => latinLetters(word).join(''))
    .filter((word) => word.length > 0 && word !== 'CTF')
  if (words.length === 0) return [...title].slice(0, 5).map(flagLetter).join('')
  const fitting = words.filter((word) => word.length <= MAX_WORD_LENGTH)
  const longest = fitting.reduce((best, word) => (word.length > best.length ? word : best), '')
  return longest.length >= 3 ? longest : words.join('').slice(0, MAX_WORD_LENGTH)
}

export function Poster({ title, url }: { title: string; url?: string | null }) {
  if (url) return <img className="poster" src={url} alt="" width="320" height="180" />
  const letters = [...posterWord(title)]
  const [sea, wave] = SEAS[nameHash(title) % SEAS.length]!
  return (
    <svg className="poster" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path fill={sea} d="M0 0h320v180H0z" />
      <path d={WAVES} fill="none" stroke={wave} strokeWidth="1.4" />
      <path d="M0 34Q160 74 320 34" fill="none" stroke="#8d979c" strokeWidth="1.2" />
      {letters.map((letter, index) => {
        const offset = index - (letters.length - 1) / 2
        const x = 160 + offset * STEP
        const y = 34 + 80 * (x / 320) * (1 - x / 320)
        const at = `translate(${x} ${y.toFixed(1)}) rotate(${-3.5 * offset}) scale(1.7) translate(-10 .4)`
        return (
          <g key={at} transform={at}>
            {flagOf(letter)}
          </g>
        )
      })}
    </svg>
  )
}
