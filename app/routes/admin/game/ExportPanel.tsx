import { DownloadIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/islands/runtime/words/text'

export const EXPORT_ANCHOR = 'export'

/** What an archive holds, and whether tickets are in it: people may have written of themselves there. */
export function ExportPanel({ gameId }: { gameId: number }) {
  const t = useText()
  return (
    <div id={EXPORT_ANCHOR}>
      <Panel title={t('transfer:export')}>
        <form className="stack" method="get" action={`/api/edit/games/${gameId}/export`}>
          <p className="hint">{t('transfer:export_text')}</p>
          <label className="check">
            <input type="checkbox" name="tickets" value="true" aria-describedby="export-tickets" />
            {t('transfer:export_tickets')}
          </label>
          <p className="hint" id="export-tickets">
            {t('transfer:export_tickets_hint')}
          </p>
          <div className="row">
            <button type="submit" className="btn">
              <DownloadIcon />
              {t('transfer:export')}
            </button>
          </div>
        </form>
      </Panel>
    </div>
  )
}
