import { useLocation } from '@remix-run/react'
import { Avatar } from '~/app/components/Avatar'
import { DownloadIcon, ExternalLinkIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { hrefWith } from '~/app/request/paging'

export interface WriteupRow {
  id: number
  team: { name: string; avatar: string | null }
  url: string
  /** Wire time, and formatted. */
  at: string
  atText: string
  size: string
  consent: boolean
  published: boolean
}

interface WriteupListProps {
  rows: WriteupRow[]
  open: number | null
}

export function WriteupList({ rows, open }: WriteupListProps) {
  const t = useText()
  const here = useLocation()
  const page = new URLSearchParams(here.search).get('page')
  return (
    <nav aria-label={t('admin:writeups.list')}>
      <ul className="wlist">
        {rows.map(({ id, team, at, atText, size, published }) => (
          <li key={id}>
            <a
              href={hrefWith(here, { team: String(id), page })}
              aria-current={id === open ? 'true' : undefined}
            >
              <Avatar name={team.name} url={team.avatar} size="s24" />
              <span className="grow">
                <strong>
                  <bdi>{team.name}</bdi>
                </strong>
                <span className="faint small">
                  <time dateTime={at}>{atText}</time> · {size}
                  {published && ` · ${t('solutions:writeup.published')}`}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A writeup is published with the consent of its team's captain. */
function Publishing({ row: { id, consent, published }, action }: { row: WriteupRow; action: string }) {
  const t = useText()
  if (!consent) return <span className="muted small">{t('solutions:writeup.no_consent')}</span>
  return (
    <form method="post" action={action}>
      <input type="hidden" name="intent" value="publish" />
      <input type="hidden" name="participation" value={id} />
      <button type="submit" className="btn sm" name="published" value={published ? '' : 'yes'}>
        {t(published ? 'solutions:writeup.take_back' : 'solutions:writeup.publish')}
      </button>
    </form>
  )
}

/** A writeup in the browser's viewer, isolated from the page. */
export function WriteupReader({ row, action }: { row: WriteupRow; action: string }) {
  const { team, url } = row
  const t = useText()
  const title = t('admin:writeups.read', { team: team.name })
  return (
    <article className="reader">
      <div className="page-head">
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <div className="actions">
          <Publishing row={row} action={action} />
          <a className="btn sm" href={url} target="_blank" rel="noopener">
            <ExternalLinkIcon />
            {t('admin:writeups.open')}
          </a>
          <a className="btn sm" href={url} download>
            <DownloadIcon />
            {t('admin:writeups.download')}
          </a>
        </div>
      </div>
      <p className="hint">{t('admin:writeups.not_loaded')}</p>
      <iframe src={url} title={title} />
    </article>
  )
}
