import { DownloadIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'

interface ResultsPanelProps {
  gameId: number
  /** Public, ended, and without a freeze in force. */
  final: boolean
}

/** Exports of final results (docs/moving-out.md). */
export function ResultsPanel({ gameId, final }: ResultsPanelProps) {
  const t = useText()
  return (
    <Panel id="results" title={t('site:title')} body="stack-16">
      <p>{t('site:text')}</p>
      {final ? (
        <div className="row">
          <a className="btn" href={`/api/edit/games/${gameId}/site`} download>
            <DownloadIcon />
            {t('site:download')}
          </a>
          <a className="btn" href={`/api/game/${gameId}/ctftime`} download={`ctftime-${gameId}.json`}>
            <DownloadIcon />
            {t('site:ctftime')}
          </a>
        </div>
      ) : (
        <p className="hint">{t('site:not_yet')}</p>
      )}
    </Panel>
  )
}
