import { useText } from '~/app/islands/runtime/words/text'
import type { SelectedChallenge, SelectedChallenges } from '~/server/challenges/selected-contract'
import { Announce } from '../../Announce'
import { barrierOf, Shortages } from '../../challenge/EnableButton'
import { Frame, type SelectedProps } from './SelectedForms'

function isShort({ hasFlag, image, stock }: SelectedChallenge): boolean {
  const fewFiles = stock !== null && stock.files < stock.teams
  return !hasFlag || fewFiles || (image !== null && image.state !== 'ready')
}

function Remark({ challenge, own }: { challenge: SelectedChallenge; own: string }) {
  const t = useText()
  const barrier = barrierOf(challenge, own)
  return (
    <li>
      <b>
        <bdi>{challenge.title}</bdi>
      </b>{' '}
      {barrier ? (
        <>
          {t(`errors:challenge.${barrier.code}`)} <a href={barrier.href}>{t(barrier.text)}</a>
        </>
      ) : (
        <Shortages image={challenge.image} stock={challenge.stock} />
      )}
    </li>
  )
}

interface EnableSelectedProps extends SelectedProps {
  room: SelectedChallenges['room']
  href: string
}

export function EnableSelected({ room, href, ...props }: EnableSelectedProps) {
  const t = useText()
  const short = props.challenges.filter((challenge) => !challenge.isEnabled && isShort(challenge))
  return (
    <Frame {...props} act="enable" label={t('admin:challenge.enable')}>
      <p>{t('admin:bulk.enable')}</p>
      {room && room.fit < room.teams && (
        <strong className="warn-line">{t('containers:enable.room_together', { ...room })}</strong>
      )}
      {short.length > 0 && (
        <ul className="list stack">
          {short.map((challenge) => (
            <Remark key={challenge.id} challenge={challenge} own={`${href}/${challenge.id}`} />
          ))}
        </ul>
      )}
      <Announce state={props.state} />
    </Frame>
  )
}
