import { useText } from '~/app/i18n/text'
import { KeyLegend } from '~/app/islands/runtime/KeyLegend'

interface BoardKeysProps {
  on: boolean
  toggle(): void
  own: boolean
}

export function BoardKeys({ on, toggle, own }: BoardKeysProps) {
  const t = useText()
  return (
    <div className="key-line js-only">
      <KeyLegend
        on={on}
        toggle={toggle}
        entries={[
          [['/'], t('scoreboard:keys.find')],
          [['J', 'K'], t('scoreboard:keys.rows')],
          ...(own ? [[['.'], t('scoreboard:keys.own')] as const] : []),
          [['Enter'], t('scoreboard:keys.open')],
          [['P'], t('scoreboard:keys.projector')],
          [['N'], t('common:notices_key')]
        ]}
        off={t('scoreboard:keys.off')}
        onAgain={t('scoreboard:keys.on')}
      />
    </div>
  )
}
