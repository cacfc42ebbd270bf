import { useText } from '~/app/i18n/text'
import { KeyLegend } from '~/app/islands/runtime/KeyLegend'

export function ChallengeKeys({ on, toggle }: { on: boolean; toggle(): void }) {
  const t = useText()
  return (
    <section className="keys js-only" aria-label={t('challenges:keys.title')}>
      <KeyLegend
        on={on}
        toggle={toggle}
        entries={[
          [['/'], t('challenges:keys.find')],
          [['J', 'K'], t('challenges:keys.move')],
          [['Enter'], t('challenges:keys.open')],
          [['[', ']'], t('challenges:keys.category')],
          [['U'], t('challenges:keys.hide')],
          [['V'], t('challenges:keys.show')],
          [['F'], t('challenges:keys.flag')],
          [['1', '2', '3'], t('challenges:keys.parts')],
          [['N'], t('common:notices_key')],
          [['Esc'], t('challenges:keys.close')],
          [['G', 'S'], t('challenges:keys.scoreboard')],
          [['G', 'O'], t('challenges:keys.overview')]
        ]}
        off={t('challenges:keys.off')}
        onAgain={t('challenges:keys.on')}
      />
    </section>
  )
}
