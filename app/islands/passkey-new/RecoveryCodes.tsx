import { useId } from 'react'
import { CopyIcon, DownloadIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'

/** Recovery codes to copy or download: they are shown once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useText()
  const id = useId()
  const text = codes.join('\n')
  return (
    <div className="stack" role="status">
      <strong>{t('factors:codes.title')}</strong>
      <p className="hint warn">{t('factors:codes.once')}</p>
      <pre className="recovery-codes" id={id}>
        {text}
      </pre>
      <div className="row">
        <button type="button" className="btn js-only" data-copy={id} data-done={t('common:copied')}>
          <CopyIcon />
          <span aria-live="polite">{t('common:copy')}</span>
        </button>
        <a
          className="btn"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          <DownloadIcon />
          {t('factors:codes.download')}
        </a>
      </div>
    </div>
  )
}
