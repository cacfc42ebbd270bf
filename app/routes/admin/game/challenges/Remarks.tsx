import { useText } from '~/app/i18n/text'
import type { SelectedChallenge } from '~/server/challenges/selected-contract'
import { barrierOf, Shortages } from '../../challenge/EnableButton'

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

/** What keeps disabled ones from being enabled, and what will not suffice for the accepted teams. */
export function Remarks({ challenges, href }: { challenges: SelectedChallenge[]; href: string }) {
  const short = challenges.filter((challenge) => !challenge.isEnabled && isShort(challenge))
  if (short.length === 0) return null
  return (
    <ul className="list stack">
      {short.map((challenge) => (
        <Remark key={challenge.id} challenge={challenge} own={`${href}/${challenge.id}`} />
      ))}
    </ul>
  )
}
