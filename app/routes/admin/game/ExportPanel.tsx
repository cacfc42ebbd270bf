import { DownloadIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { EVERYTHING_LIMITS } from '~/server/event-archive/contract'

export const EXPORT_ANCHOR = 'export'

/** What an archive holds, and whether tickets are in it: people may have written of themselves there. */
function GameForm({ gameId }: { gameId: number }) {
  const t = useText()
  return (
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
  )
}

/** A form, because the page asks for a confirmation before it leads to the download. */
function EverythingForm({ href }: { href: string }) {
  const t = useText()
  return (
    <form className="stack" method="post" action={href}>
      <input type="hidden" name="intent" value="everything" />
      <p className="hint">{t('transfer:everything_text')}</p>
      <label className="check">
        <input type="checkbox" name="files" value="false" aria-describedby="everything-files" />
        {t('transfer:everything_without_files')}
      </label>
      <p className="hint" id="everything-files">
        {t('transfer:everything_without_files_hint', { gib: EVERYTHING_LIMITS.files / 1024 ** 3 })}
      </p>
      <div className="row">
        <button type="submit" className="btn">
          <DownloadIcon />
          {t('transfer:everything')}
        </button>
      </div>
    </form>
  )
}

interface ExportPanelProps {
  gameId: number
  /** The address of the page. */
  href: string
}

/** The game to import again, and everything of the event to keep. */
export function ExportPanel({ gameId, href }: ExportPanelProps) {
  const t = useText()
  return (
    <div id={EXPORT_ANCHOR} className="stack-16">
      <Panel title={t('transfer:export')}>
        <GameForm gameId={gameId} />
      </Panel>
      <Panel title={t('transfer:everything_title')}>
        <EverythingForm href={href} />
      </Panel>
    </div>
  )
}
