import { useId } from 'react'
import { formatBytes } from '~/app/components/bytes'
import { CopyIcon, DownloadIcon, ExternalLinkIcon, FileArchiveIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { Attachment } from '../props'

const SHOWN = 12

/** The files of a challenge, in order. */
export function Files({ files }: { files: readonly Attachment[] }) {
  const t = useText()
  return (
    <section className="stack" aria-label={t('challenges:files.title')}>
      <h3>{t('challenges:files.title')}</h3>
      <ul className="files">
        {files.map((file) => (
          <li key={`${file.url} ${file.name}`}>
            <FileLink file={file} />
            {file.sha256 && <Digest sha256={file.sha256} name={file.name} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function FileLink({ file: { url, name, external, size } }: { file: Attachment }) {
  const t = useText()
  return (
    <a
      className="attach"
      href={url}
      {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : { download: '' })}
    >
      <FileArchiveIcon />
      <span>
        <bdi>{name}</bdi>
        <small>{external ? t('challenges:external') : size !== null && formatBytes(size)}</small>
      </span>
      {external ? <ExternalLinkIcon /> : <DownloadIcon />}
    </a>
  )
}

/** The beginning of the digest; the button copies all of it. */
function Digest({ sha256, name }: { sha256: string; name: string }) {
  const t = useText()
  const id = useId()
  return (
    <small className="digest">
      SHA-256 <code title={sha256}>{sha256.slice(0, SHOWN)}…</code>
      <code id={id} hidden>
        {sha256}
      </code>
      <button
        type="button"
        className="btn sm js-only"
        data-copy={id}
        data-done={t('common:copied')}
        title={t('common:copy')}
      >
        <CopyIcon />
        <span className="sr">{t('challenges:files.copy', { name })}</span>
      </button>
    </small>
  )
}
