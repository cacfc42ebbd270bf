import { useEffect, useRef } from 'react'
import { Pennant } from '~/app/components/game/Pennant'
import { RankChange } from '~/app/components/game/RankChange'
import { XIcon } from '~/app/components/icons'
import { richText } from '~/app/components/markdown/richText'
import { Hoist, latinLetters } from '~/app/components/signal-flags'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { fromWire } from '~/scoring/rules'
import { usePage } from '../page'
import { useNumber } from '../words'
import type { SolveMomentProps } from './use-moment'

const MAX_FLAGS = 10

export function FirstBlood({ moment, challenge, teamName, teams, rank }: SolveMomentProps) {
  const t = useText()
  const number = useNumber()
  const { span } = useFormat()
  const { start, query, link } = usePage()
  const scene = useFocus()
  const { solve, before } = moment
  const letters = latinLetters(teamName).slice(0, MAX_FLAGS).join('')
  const extra = solve.score - challenge.score
  const word = (key: string, text: string) => (
    <b key={key}>
      <bdi>{text}</bdi>
    </b>
  )
  return (
    <section ref={scene} className="first-blood" aria-labelledby="chal-h">
      <Mast />
      <div className="say">
        <p className="over">
          <Pennant blood={1} />
          {teams > 1 ? t('challenges:moment.first', { teams: number(teams) }) : t('challenges:blood.1')}
        </p>
        <h2 id="chal-h">
          <bdi>{challenge.title}</bdi>
        </h2>
        <p className="sub">
          {richText(t, 'challenges:moment.told', {
            user: word('user', solve.userName ?? '–'),
            team: word('team', teamName),
            span: word('span', span(Math.max(0, fromWire(solve.time) - start)))
          })}
        </p>
        {letters && <Hoist word={letters} label={t('challenges:moment.flags', { word: letters })} />}
        <dl>
          <div>
            <dt>{t('challenges:moment.points')}</dt>
            <dd>
              {number(solve.score)}
              {extra > 0 && (
                <small>
                  {t('challenges:moment.bonus', { value: number(challenge.score), bonus: number(extra) })}
                </small>
              )}
            </dd>
          </div>
          {rank !== null && (
            <div>
              <dt>{t('challenges:own.rank')}</dt>
              <dd>
                {number(rank)} <RankChange places={before === null ? null : before - rank} />
              </dd>
            </div>
          )}
        </dl>
      </div>
      <a className="btn ghost icon-only" {...link({ ...query, open: null, submission: null })}>
        <XIcon />
        <span className="sr">{t('common:close')}</span>
      </a>
    </section>
  )
}

function useFocus() {
  const scene = useRef<HTMLElement>(null)
  useEffect(() => {
    const dialog = scene.current!.closest('dialog')
    const at = document.activeElement
    if (at === document.body || at === dialog) dialog?.querySelector<HTMLElement>('.way-on')?.focus()
  }, [])
  return scene
}

function Mast() {
  return (
    <div className="mast">
      <svg aria-hidden="true" viewBox="0 0 120 340" preserveAspectRatio="xMinYMin meet">
        <circle className="truck" cx="26" cy="16" r="5" />
        <path className="pole" d="M26 20V900" />
        <path className="cord" d="M32 20V900" />
        <g className="rises">
          <g className="settles">
            <path
              className="cloth"
              d="M30 30C52 24 66 40 88 33L118 30 100 51 118 73 88 76C66 83 52 67 30 73z"
            />
            <text x="48" y="62">
              1
            </text>
          </g>
        </g>
      </svg>
    </div>
  )
}
