import { Announce } from '~/app/components/form/Announce'
import { useText } from '~/app/i18n/text'
import type { SelectedChallenges } from '~/server/challenges/selected-contract'
import { Remarks } from './Remarks'
import { SelectedFrame, type SelectedProps } from './SelectedForms'

interface EnableSelectedProps extends SelectedProps {
  room: SelectedChallenges['room']
  href: string
}

export function EnableSelected({ room, href, ...props }: EnableSelectedProps) {
  const t = useText()
  return (
    <SelectedFrame {...props} act="enable" label={t('admin:challenge.enable')}>
      <p>{t('admin:bulk.enable')}</p>
      {room && room.fit < room.teams && (
        <strong className="warn-line">{t('containers:enable.room_together', { ...room })}</strong>
      )}
      <Remarks challenges={props.challenges} href={href} />
      <Announce state={props.state} />
    </SelectedFrame>
  )
}
