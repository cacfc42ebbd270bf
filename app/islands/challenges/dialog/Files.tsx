import { DownloadIcon, ExternalLinkIcon, FileArchiveIcon } from '~/app/components/icons'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { useText } from '~/app/i18n/text'
import type { Attachment } from '../props'

/** The files of a challenge, in order. */
export function Files({ files }: { files: readonly Attachment[] }) {
  const t = useText()
  return (
    <div className="stack">
      <h3>{t('challenges:files.title')}</h3>
      <ul className="files">
        {files.map(({ url, name, external, note, digest }) => (
          <li key={url}>
            <a
              className="attach"
              href={url}
              {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : { download: '' })}
            >
              <FileArchiveIcon />
              <span>
                <bdi>{name}</bdi>
                <small>{note}</small>
              </span>
              {external ? <ExternalLinkIcon /> : <DownloadIcon />}
            </a>
            {digest && <div className="digest" {...rawHtml(digest)} />}
          </li>
        ))}
      </ul>
    </div>
  )
}
