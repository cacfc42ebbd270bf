import { Announce } from '~/app/components/form/Announce'
import { Confirm } from '~/app/components/form/Confirm'
import { useText } from '~/app/i18n/text'
import type { ChallengeInfo } from '~/server/challenges/contract'

interface EnableButtonProps {
  challenge: Pick<ChallengeInfo, 'id' | 'title' | 'isEnabled' | 'hasFlag' | 'stock' | 'room' | 'image'>
  href: string
  own: string
  small?: boolean
}

interface QuestionProps extends Pick<EnableButtonProps, 'challenge'> {
  action: 'enable' | 'disable'
}

/** The obstacle to enabling a challenge, with the page that solves it; null for none. */
export function barrierOf({ hasFlag, image }: Pick<ChallengeInfo, 'hasFlag' | 'image'>, own: string) {
  if (image?.state === 'missing')
    return { code: 'image_missing', href: `${own}/Container`, text: 'containers:edit' }
  return hasFlag ? null : { code: 'no_flag', href: `${own}/Flags`, text: 'admin:challenge.flags_edit' }
}

/** Warnings for players: a missing image, or too few files. */
export function Shortages({ image, stock }: Pick<ChallengeInfo, 'image' | 'stock'>) {
  const t = useText()
  return (
    <>
      {image && image.state !== 'ready' && (
        <strong className="warn-line">
          {t(`containers:enable.${image.state}`)} {image.error && t(`instances:image.${image.error}`)}
        </strong>
      )}
      {stock && stock.files < stock.teams && (
        <strong className="warn-line">
          {t('admin:challenge.too_few_files', { files: stock.files, teams: stock.teams })}
        </strong>
      )}
    </>
  )
}

function Question({ challenge: { title, isEnabled, stock, room, image }, action }: QuestionProps) {
  const t = useText()
  return (
    <>
      {t(`admin:challenge.${action}_question`, { title })}
      {!isEnabled && <Shortages image={image} stock={stock} />}
      {room && room.instances < room.teams && (
        <strong className="warn-line">
          {t(room.instances > 0 ? 'containers:enable.room' : 'containers:enable.no_room', { ...room })}
        </strong>
      )}
    </>
  )
}

/** Enables or disables a challenge after confirmation (docs/rules/interface.md#confirmation). */
export function EnableButton({ challenge, href, own, small }: EnableButtonProps) {
  const t = useText()
  const { id, title, isEnabled } = challenge
  const barrier = isEnabled ? null : barrierOf(challenge, own)
  const key = isEnabled ? 'disable' : 'enable'
  const text = t(`admin:challenge.${key}`)
  return (
    <Confirm
      danger={isEnabled}
      label={text}
      on={small ? isEnabled : undefined}
      name={t('admin:challenge.toggle', { action: small ? t('admin:challenge.enabled') : text, title })}
      question={
        barrier ? t(`errors:challenge.${barrier.code}`) : <Question challenge={challenge} action={key} />
      }
      instead={barrier ? { href: barrier.href, text: t(barrier.text) } : undefined}
      confirm={text}
      action={href}
      fields={{ intent: 'enable', challenge: id, enabled: String(!isEnabled) }}
    >
      {!barrier && <Announce />}
    </Confirm>
  )
}
