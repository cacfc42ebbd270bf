import { EmptyState } from '~/app/components/EmptyState'
import { Countdown } from '~/app/components/game/Countdown'
import { HourglassIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'

/** Milliseconds until the page reloads itself, for unattended screens. */
const AGAIN = 5000

/** Shown while the board is being rebuilt. */
export function BoardNotReady({ here }: { here: string }) {
  const t = useText()
  return (
    <EmptyState
      icon={HourglassIcon}
      title={t('challenges:not_ready')}
      action={
        <a className="btn" href={here}>
          {t('common:refresh')}
        </a>
      }
    >
      {t('challenges:not_ready_hint')}
      <span hidden>
        <Countdown until={Date.now() + AGAIN} reload>
          {''}
        </Countdown>
      </span>
    </EmptyState>
  )
}
