import { useId } from 'react'
import { formatBytes } from '~/app/components/bytes'
import { DownloadIcon, FileTextIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { PublicWriteup } from '~/server/solutions/contract'

/** Writeups that teams and staff made public; nothing without any. */
export function PublicWriteups({ writeups }: { writeups: readonly PublicWriteup[] }) {
  const t = useText()
  const id = useId()
  if (writeups.length === 0) return null
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{t('solutions:writeups')}</h2>
      {writeups.map(({ team, url, fileSize }) => (
        <a key={team.id} className="attach" href={url} download="">
          <FileTextIcon />
          <span>
            <bdi>{team.name}</bdi>
            <small>PDF · {formatBytes(fileSize)}</small>
          </span>
          <DownloadIcon />
        </a>
      ))}
    </section>
  )
}
