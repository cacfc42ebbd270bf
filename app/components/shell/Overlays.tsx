import { useText } from '~/app/i18n/text'
import { Cached } from '~/app/rendering/cached'
import { Hoist } from '../signal-flags'

/**
 * Below 320 px (docs/rules/interface.md#narrow-screens). `platform`: '' on error pages, which do not know its name. Signal flag U:
 * you are standing into danger.
 */
export function TooNarrow({ platform }: { platform: string }) {
  const t = useText()
  return (
    <div className="too-narrow">
      <div>
        <Hoist word="U" size="single" label={t('shell:narrow.flag')} />
        <h2>{t('shell:narrow.title')}</h2>
        <p>{platform ? t('shell:narrow.text', { platform }) : t('shell:narrow.page')}</p>
      </div>
    </div>
  )
}

export function Loader() {
  const t = useText()
  return (
    <div className="loader loader-screen" id="loader" role="status" hidden>
      <svg className="hoist" viewBox="0 0 48 72" aria-hidden="true" focusable="false">
        <path d="M10 2v68" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        <path className="flag" d="M13 6h32l-9 10 9 10H13z" />
      </svg>
      <span>{t('shell:loading')}</span>
    </div>
  )
}

/** The reader's id over the page, nearly invisible, against leaks (docs/rules/interface.md#watermark). */
export const watermarkOf = (id: string) => <Cached of={Watermark} props={NONE} texts={{ id }} />

const NONE = {}

function Watermark({ id }: { id: string }) {
  return (
    <svg className="watermark" aria-hidden="true" focusable="false">
      <pattern id="wm" width="320" height="96" patternUnits="userSpaceOnUse" patternTransform="rotate(-12)">
        <text x="0" y="48">
          {id}
        </text>
      </pattern>
      <rect width="100%" height="100%" fill="url(#wm)" />
    </svg>
  )
}
