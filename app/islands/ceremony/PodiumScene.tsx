import { useId } from 'react'
import { flagLetter, flagOf, latinLetters } from '~/app/components/signal-flags'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { CeremonyPodium } from '~/server/freeze/ceremony/contract'

type Place = CeremonyPodium['places'][number]

const DECK = 706
const WAVES = Array.from({ length: 9 }, (_, i) => ({ y: DECK + 6 + 15 * i, height: -5 - 0.6 * i }))
const MAX_FLAGS = 9

const MASTS = [
  { x: 800, top: 28, flag: 2.75, room: 410 },
  { x: 400, top: 156, flag: 2.75, room: 360 },
  { x: 1240, top: 250, flag: 2.2, room: 340 }
] as const

/** Letters on a mast: the first word of the name, or one flag for other scripts. */
function lettersOf(name: string): string[] {
  const [word = ''] = name.trim().split(/\s+/)
  const letters = latinLetters(word).slice(0, MAX_FLAGS)
  return letters.length > 0 ? letters : [flagLetter(name)]
}

export function PodiumScene({ places }: { places: Place[] }) {
  const t = useText()
  const { number } = useFormat()
  const facts = ({ division, bloods }: Place) =>
    [division, bloods > 0 && t('ceremony:first_bloods', { bloods: number(bloods) })]
      .filter(Boolean)
      .join(' · ')
  return (
    <div className="masts">
      <svg viewBox="0 0 1600 850" preserveAspectRatio="xMidYMax meet" aria-hidden="true" focusable="false">
        {WAVES.map(({ y, height }) => (
          <path key={y} className="wv" d={`M-600 ${y}q175 ${height} 350 0${'t350 0'.repeat(7)}`} />
        ))}
        <path className="deck" d={`M-900 ${DECK}h3400`} />
        {places.map((place, index) => (
          <Mast key={place.name} place={place} index={index} facts={facts(place)} />
        ))}
      </svg>
      <ol className="winners" aria-label={t('ceremony:winners')}>
        {places.map((place) => (
          <li key={place.name}>
            <b>{place.rank}</b>
            <span>
              <bdi>{place.name}</bdi>
              <small>{facts(place)}</small>
            </span>
            <span className="num">{number(place.score)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Mast({ place, index, facts }: { place: Place; index: number; facts: string }) {
  const { number } = useFormat()
  const clip = useId()
  const mast = MASTS[index]!
  const { x, top, flag, room } = mast
  return (
    <g className={`mast mast-${index + 1}`}>
      <clipPath id={clip}>
        <path d="M0 0H20C20.6 5 19.3 13 20 19.3C16.8 21.4 13.3 21.2 10 19.9S3.4 18.3 .3 20.3C-.6 14 .7 7 0 0z" />
      </clipPath>
      <path className="pole" d={`M${x} ${top}V${DECK}`} />
      <circle className="truck" cx={x} cy={top - 4} r="6" />
      <path
        className="pennant"
        data-blood={index + 1}
        d={`M${x + 3} ${top + 4}q26 -9 50 2t52 -4l-24 21 24 21q-28 8 -52 2t-50 2z`}
      />
      <text className="place" data-blood={index + 1} x={x + 26} y={top + 36}>
        {place.rank}
      </text>
      {lettersOf(place.name).map((letter, at) => (
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may have a letter twice
          key={at}
          transform={`translate(${x - 7 - 20 * flag} ${top + 18 + at * 20.9 * flag}) scale(${flag})`}
          clipPath={`url(#${clip})`}
        >
          {flagOf(letter)}
        </g>
      ))}
      <path className="cord" d={`M${x - 6} ${top + 2}V${DECK - 8}`} />
      <foreignObject x={x + 20} y={DECK - 130} width={room} height="126">
        <div className="caption">
          <b>
            <bdi>{place.name}</bdi>
          </b>
          <span>{number(place.score)}</span>
          <small>{facts || '\u00A0'}</small>
        </div>
      </foreignObject>
    </g>
  )
}

export function Divisions({ divisions }: Pick<CeremonyPodium, 'divisions'>) {
  return divisions.map(({ name, teams }) => (
    <span key={name} className="truncate">
      <b>
        <bdi>{name}</bdi>
      </b>{' '}
      {teams.map((team, index) => (
        <span key={team}>
          {index > 0 && ' · '}
          <bdi>{team}</bdi>
        </span>
      ))}
    </span>
  ))
}
