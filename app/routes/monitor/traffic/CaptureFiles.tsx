import { Badge } from '~/app/components/Badge'
import { formatBytes } from '~/app/components/bytes'
import { DownloadIcon, PinIcon } from '~/app/components/icons'
import { Moment } from '~/app/components/Moment'
import { ListFoot } from '~/app/components/table/ListFoot'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { User } from '~/app/islands/monitor/cells'
import type { PageOf } from '~/app/request/paging'
import type { CaptureRow, CaptureSums } from '~/server/captures/contract'
import { DeleteCaptures, PinCapture, UnpinCapture } from './CaptureActs'

interface CaptureFilesProps {
  challenge: { id: number; title: string }
  team: { participationId: number; name: string }
  sums: CaptureSums
  list: PageOf<CaptureRow>
  /** Only administrators delete. */
  deletes: boolean
  now: number
}

export function CaptureFiles({ challenge, team, sums, list, deletes, now }: CaptureFilesProps) {
  const t = useText()
  const label = (key: string) => t(`monitor:traffic.${key}`)
  const { rows, ...place } = list
  const names = { team: team.name, title: challenge.title }
  const all = { challenge: challenge.id, participation: team.participationId, file: null }
  const folder = `/api/game/captures/${challenge.id}/${team.participationId}`
  return (
    <section aria-labelledby="files">
      <div className="table-tools">
        <h2 id="files" className="row-tight">
          <bdi>{team.name}</bdi>
          <span className="faint">
            / <bdi>{challenge.title}</bdi>
          </span>
        </h2>
        <span className="faint small">
          {t('monitor:traffic.summary', { count: sums.files, size: formatBytes(sums.bytes) })}
        </span>
        <div className="row push">
          {sums.bytes > 0 && (
            <a className="btn sm" href={`${folder}/all`} download>
              <DownloadIcon />
              {label('download_all')}
            </a>
          )}
          {sums.pinned < sums.files && <PinCapture chosen={all} />}
          {sums.pinned > 0 && <UnpinCapture chosen={all} />}
          {deletes && sums.pinned < sums.files && <DeleteCaptures chosen={all} {...names} />}
        </div>
      </div>
      <Table
        label={label('files')}
        className="cards"
        columns={[
          { text: label('file') },
          { text: label('recorded') },
          { text: t('monitor:column.user') },
          { text: t('monitor:column.address') },
          { text: label('size'), num: true },
          { text: label('dropped'), num: true },
          { text: t('monitor:cheat.actions'), silent: true }
        ]}
      >
        {rows.map((row) => (
          <File key={row.fileName} row={row} chosen={all} names={names} deletes={deletes} now={now} />
        ))}
      </Table>
      <ListFoot place={place} label="monitor:place" />
      {sums.dropped > 0 && <p className="hint">{label('dropped_text')}</p>}
    </section>
  )
}

interface FileProps extends Pick<CaptureFilesProps, 'deletes' | 'now'> {
  row: CaptureRow
  chosen: { challenge: number; participation: number }
  names: { team: string; title: string }
}

function File({ row, chosen: team, names, deletes, now }: FileProps) {
  const t = useText()
  const label = (key: string) => t(`monitor:traffic.${key}`)
  const { fileName, size, dropped, openedAt, live, user, address, pinned } = row
  const chosen = { ...team, file: fileName }
  return (
    <tr>
      <td data-label={label('file')}>
        <code className="wrap">{fileName}</code> {live && <Badge tone="warn">{label('live')}</Badge>}
        {pinned && (
          <span className="row-tight small">
            <PinIcon className="i14" />
            <span>
              {t('monitor:traffic.pinned_by', { user: pinned.by ?? t('monitor:gone_user') })}
              {pinned.note && (
                <>
                  : <bdi>{pinned.note}</bdi>
                </>
              )}
            </span>
          </span>
        )}
      </td>
      <td className="nowrap" data-label={label('recorded')}>
        <Moment time={openedAt} now={now} />
      </td>
      <td data-label={t('monitor:column.user')}>
        <User name={user ?? ''} />
      </td>
      <td data-label={t('monitor:column.address')}>
        <code>{address}</code>
      </td>
      <td className="num" data-label={label('size')}>
        {size > 0 ? formatBytes(size) : <span className="faint">{live ? '–' : label('no_file')}</span>}
      </td>
      <td className="num" data-label={label('dropped')}>
        {dropped > 0 ? formatBytes(dropped) : <span className="faint">–</span>}
      </td>
      <td className="end">
        <div className="row-tight">
          {size > 0 && (
            <a
              className="btn ghost icon-only sm"
              href={`/api/game/captures/${team.challenge}/${team.participation}/${encodeURIComponent(fileName)}`}
              download
              aria-label={t('monitor:traffic.download', { name: fileName })}
            >
              <DownloadIcon />
            </a>
          )}
          {pinned ? <UnpinCapture chosen={chosen} /> : <PinCapture chosen={chosen} />}
          {deletes && !pinned && <DeleteCaptures chosen={chosen} {...names} />}
        </div>
      </td>
    </tr>
  )
}
