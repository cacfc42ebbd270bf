import { EmptyState } from '~/app/components/EmptyState'
import { Countdown } from '~/app/components/game/Countdown'
import { BanIcon, FileTextIcon, HourglassIcon } from '~/app/components/icons'
import { richText } from '~/app/components/markdown/richText'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { WriteupView } from './writeup-view'

interface BarredProps {
  game: { id: number; start: string }
  view: Exclude<WriteupView, { kind: 'open' }>
  now: number
}

const ICONS = { not_required: FileTextIcon, not_accepted: BanIcon, too_early: HourglassIcon }

export function Barred({ game, view, now }: BarredProps) {
  const t = useText()
  const { countdown } = useFormat()
  const start = Date.parse(game.start)
  const time = (
    <Countdown until={start} reload>
      {countdown(start - now)}
    </Countdown>
  )
  return (
    <EmptyState
      icon={ICONS[view.kind]}
      title={t(`writeup:barred.${view.kind}`)}
      action={
        <a className="btn" href={`/games/${game.id}`}>
          {t('writeup:barred.back')}
        </a>
      }
    >
      {view.kind === 'too_early' && richText(t, 'games:list.starts_in', { time })}
      {view.kind === 'not_accepted' && t(`writeup:barred.${view.status}`)}
    </EmptyState>
  )
}
