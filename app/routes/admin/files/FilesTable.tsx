import { useLocation } from '@remix-run/react'
import { formatBytes } from '~/app/components/bytes'
import { Confirm } from '~/app/components/form/Confirm'
import { DownloadIcon, TrashIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { assetUrl, type FileUse, type StoredFile } from '~/server/assets/contract'

export interface FileRow extends Pick<StoredFile, 'hash' | 'name' | 'size' | 'uses'> {
  stored: { at: string; text: string }
}

const COLUMNS = ['name', 'size', 'stored', 'uses']

export function FilesTable({ label, files }: { label: string; files: FileRow[] }) {
  const t = useText()
  const columns = COLUMNS.map((key) => ({ text: t(`files:column.${key}`), num: key === 'size' }))
  return (
    <Table label={label} className="cards" columns={[...columns, { text: t('admin:actions'), silent: true }]}>
      {files.map((file) => (
        <Row key={file.hash} file={file} />
      ))}
    </Table>
  )
}

function Row({ file: { hash, name, size, stored, uses } }: { file: FileRow }) {
  const t = useText()
  const here = useLocation()
  const href = assetUrl(hash, name)
  // Uploads without another use can be deleted.
  const free = uses.every(({ kind }) => kind === 'Upload')
  return (
    <tr>
      <th scope="row">
        <a className="primary-cell" href={href} download={name}>
          <bdi>{name}</bdi>
          <span className="sub mono" title={hash}>
            {hash.slice(0, 12)}
          </span>
        </a>
      </th>
      <td className="num nowrap" data-label={t('files:column.size')}>
        {formatBytes(size)}
      </td>
      <td className="nowrap muted" data-label={t('files:column.stored')}>
        <time dateTime={stored.at}>{stored.text}</time>
      </td>
      <td data-label={t('files:column.uses')}>
        <Uses uses={uses} />
      </td>
      <td className="end">
        <span className="row-tight">
          <a
            className="btn ghost icon-only sm"
            href={href}
            download={name}
            aria-label={t('files:download', { name })}
          >
            <DownloadIcon />
          </a>
          {free && (
            <Confirm
              classes="ghost icon-only sm"
              label={<TrashIcon />}
              name={t('files:delete_name', { name })}
              question={t('files:delete_question', { name })}
              confirm={t('files:delete')}
              action={here.pathname + here.search}
              fields={{ intent: 'remove', hash, name }}
              danger
            />
          )}
        </span>
      </td>
    </tr>
  )
}

const NAMED = 4

function Uses({ uses }: { uses: FileUse[] }) {
  const t = useText()
  if (uses.length === 0) return <span className="faint">{t('files:unused')}</span>
  return (
    <ul className="use-list">
      {uses.slice(0, NAMED).map((use) => (
        <li key={`${use.kind} ${use.owner}`}>
          <Use use={use} />
        </li>
      ))}
      {uses.length > NAMED && <li className="faint">{t('files:more', { count: uses.length - NAMED })}</li>}
    </ul>
  )
}

function Use({ use }: { use: FileUse }) {
  const t = useText()
  const text = t(`files:use.${use.kind}`, { title: use.title })
  const href = hrefOf(use)
  return (
    <>
      {href ? <a href={href}>{text}</a> : <span className="muted">{text}</span>}
      {use.game && (
        <span className="faint">
          {' · '}
          <bdi>{use.game.title}</bdi>
        </span>
      )}
    </>
  )
}

/** Page of a file's use; null when there is none. */
function hrefOf({ kind, owner, game }: FileUse): string | null {
  switch (kind) {
    case 'UserAvatar':
      return `/admin/Users?user=${owner}`
    case 'TeamAvatar':
      return `/admin/Teams?team=${owner}`
    case 'Poster':
    case 'GameText':
      return `/admin/games/${owner}/Info`
    case 'Attachment':
    case 'ChallengeText':
    case 'SolutionText':
      return `/admin/games/${game?.id}/challenges/${owner}`
    case 'FlagAttachment':
      return `/admin/games/${game?.id}/challenges/${owner}/Flags`
    case 'Writeup':
      return `/admin/games/${game?.id}/Writeups`
    case 'Post':
      return `/posts/${owner}/Edit`
    case 'OwnPage':
      return `/admin/Pages/${owner}`
    case 'Appearance':
      return '/admin/Appearance'
    case 'Trash':
      return '/admin/Trash'
    case 'Logo':
    case 'Favicon':
      return '/admin/Settings'
    default:
      return null
  }
}
