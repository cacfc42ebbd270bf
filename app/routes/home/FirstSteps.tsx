import { useText } from '~/app/i18n/text'

const STEPS = ['account', 'team', 'flags'] as const

/** How to take part, for visitors. */
export function FirstSteps() {
  const t = useText()
  return (
    <section className="panel" aria-labelledby="steps">
      <header>
        <h2 id="steps">{t('home:steps.title')}</h2>
        <span className="faint small">{t('home:steps.free')}</span>
      </header>
      <ol className="three-steps">
        {STEPS.map((step) => (
          <li key={step}>
            <b>{t(`home:steps.${step}`)}</b>
            <p>{t(`home:steps.${step}_hint`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
