import { Badge } from '~/app/components/Badge'
import { useText } from '~/app/i18n/text'
import { SCHEMES } from '~/server/appearance/constants'

const TONES = ['ok', 'warn', 'bad'] as const

/** How the colours look in both schemes; its style sheet comes by an address that holds them. */
export function Preview({ sheet }: { sheet: string }) {
  const t = useText()
  return (
    <section aria-labelledby="look-preview">
      <link rel="stylesheet" href={sheet} />
      <h2 id="look-preview">{t('appearance:preview')}</h2>
      <div className="looks">
        {SCHEMES.map((scheme) => (
          <div key={scheme} className={`look look-${scheme}`} data-look={scheme}>
            <div className="look-bar">{t(`appearance:scheme.${scheme}`)}</div>
            <div className="look-card">
              <strong>{t('appearance:sample.title')}</strong>
              <p className="muted">{t('appearance:sample.text')}</p>
              <p className="hint">{t('appearance:sample.hint')}</p>
              <div className="row">
                <span className="btn primary">{t('appearance:sample.button')}</span>
                <span className="btn">{t('appearance:sample.other')}</span>
              </div>
              <div className="row">
                {TONES.map((tone) => (
                  <Badge key={tone} tone={tone}>
                    {t(`appearance:sample.${tone}`)}
                  </Badge>
                ))}
              </div>
              <div className="look-field">{t('appearance:sample.field')}</div>
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
