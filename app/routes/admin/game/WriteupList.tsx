import { useLocation } from '@remix-run/react'
import { Avatar } from '~/app/components/Avatar'
import { DownloadIcon, ExternalLinkIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/words/text'
import { hrefWith } from '~/app/request/paging'

export interface WriteupRow {
  id: number
  team: { name: string; avatar: string | null }
  url: string
  /** Wire time, and formatted. */
  at: string
  atText: string
  size: string
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
        {rows.map(({ id, team, at, atText, size }) => (
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
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A writeup in the browser's viewer, isolated from the page. */
export function WriteupReader({ row: { team, url } }: { row: WriteupRow }) {
  const t = useText()
  const title = t('admin:writeups.read', { team: team.name })
  return (
    <article className="reader">
      <div className="page-head">
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <div className="actions">
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
