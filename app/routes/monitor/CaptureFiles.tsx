import { bytes } from '~/app/components/bytes'
import { DownloadIcon } from '~/app/components/icons'
import { TableHead } from '~/app/components/TableHead'
import { TableWrap } from '~/app/components/TableWrap'
import { Moment } from '~/app/islands/monitor/cells'
import { useText } from '~/app/islands/runtime/text'

interface CaptureFilesProps {
  challenge: { id: number; title: string }
  team: { participationId: number; name: string }
  files: { fileName: string; size: number; updateTime: string }[]
  now: number
}

/** What was recorded of a team at a challenge. */
export function CaptureFiles({ challenge, team, files, now }: CaptureFilesProps) {
  const t = useText()
  const label = (key: string) => t(`monitor:traffic.${key}`)
  const all = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <section aria-labelledby="files">
      <div className="table-tools">
        <h2 id="files" className="row-tight">
          <bdi>{team.name}</bdi>
          <span className="faint">
            / <bdi>{challenge.title}</bdi>
          </span>
        </h2>
        <span className="push faint small">
          {t('monitor:traffic.summary', { count: files.length, size: bytes(all) })}
        </span>
      </div>
      <TableWrap label={label('files')}>
        <table className="table cards">
          <TableHead
            columns={[
              { text: label('file') },
              { text: label('size'), num: true },
              { text: label('recorded') },
              { text: t('monitor:cheat.actions'), silent: true }
            ]}
          />
          <tbody>
            {files.map(({ fileName, size, updateTime }) => (
              <tr key={fileName}>
                <td data-label={label('file')}>
                  <code>{fileName}</code>
                </td>
                <td className="num" data-label={label('size')}>
                  {bytes(size)}
                </td>
                <td className="nowrap" data-label={label('recorded')}>
                  <Moment time={updateTime} now={now} />
                </td>
                <td className="end">
                  <a
                    className="btn ghost icon-only sm"
                    href={`/api/game/captures/${challenge.id}/${team.participationId}/${encodeURIComponent(fileName)}`}
                    download
                    aria-label={t('monitor:traffic.download', { name: fileName })}
                  >
                    <DownloadIcon />
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </section>
  )
}
