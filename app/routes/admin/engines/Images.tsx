import { useLocation } from '@remix-run/react'
import { formatBytes } from '~/app/components/bytes'
import { EmptyState } from '~/app/components/EmptyState'
import { CircleCheckIcon, CircleXIcon, DownloadIcon, HourglassIcon } from '~/app/components/icons'
import { RefreshIcon } from '~/app/components/staff-icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import type { EngineView, ImageView } from '~/server/engines/contract'
import type { ImageLine } from './matrix'

interface ImagesProps {
  engines: EngineView[]
  lines: ImageLine[]
}

export function Images({ engines, lines }: ImagesProps) {
  const t = useText()
  const label = (key: string) => t(`engines:image.${key}`)
  return (
    <div id="images">
      <div className="section-head mt">
        <h2>{label('title')}</h2>
        <span className="faint">{t('engines:image.used', { count: lines.length })}</span>
      </div>
      {lines.length === 0 ? (
        <EmptyState title={label('none')}>{label('none_text')}</EmptyState>
      ) : (
        <Table
          label={label('title')}
          className="cards img-matrix"
          columns={[
            { text: label('name') },
            { text: label('challenges') },
            ...engines.map(({ address }) => ({ text: address })),
            { text: label('size'), num: true },
            { text: t('admin:actions'), silent: true }
          ]}
        >
          {lines.map((line) => (
            <Line key={line.reference} line={line} engines={engines} />
          ))}
        </Table>
      )}
    </div>
  )
}

const short = (digest: string) =>
  digest.replace(/^(?:.*@)?(sha256:)?([0-9a-f]{8})[0-9a-f]{52}([0-9a-f]{4})$/, '$1$2…$3')

function Line({ line, engines }: { line: ImageLine; engines: EngineView[] }) {
  const t = useText()
  const { pathname } = useLocation()
  const { reference, challenges, digest, on, bytes: size } = line
  const label = (key: string) => t(`engines:image.${key}`)
  return (
    <tr>
      <th scope="row" className="wrap">
        <code>{reference}</code>
        {digest && <span className="sub mono">{short(digest)}</span>}
      </th>
      <td className="wrap" data-label={label('challenges')}>
        <ul className="use-list">
          {challenges.map(({ id, gameId, title }) => (
            <li key={id}>
              <a className="tm-link" href={`/admin/games/${gameId}/challenges/${id}`}>
                <bdi>{title}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </td>
      {engines.map(({ id, address }) => (
        <td className="cell wrap" key={id} data-label={address}>
          <Cell image={on[address]} />
        </td>
      ))}
      <td className="num" data-label={label('size')}>
        {size === null ? '–' : formatBytes(size)}
      </td>
      <td className="end">
        <form method="post" action={pathname}>
          <input type="hidden" name="intent" value="refresh" />
          <input type="hidden" name="reference" value={reference} />
          <button
            type="submit"
            className="btn icon-only ghost sm"
            aria-label={t('engines:image.refresh', { name: reference })}
            title={label('refresh_hint')}
          >
            <RefreshIcon />
          </button>
        </form>
      </td>
    </tr>
  )
}

function Cell({ image }: { image: ImageView | undefined }) {
  const t = useText()
  if (!image) return <span className="faint">{t('engines:image.absent')}</span>
  const { state, progress, error, errorText } = image
  if (state === 'ready')
    return (
      <span className="st8 ok">
        <CircleCheckIcon />
        {t('engines:image.ready')}
      </span>
    )
  if (state === 'failed')
    return (
      <div>
        <span className="st8 bad">
          <CircleXIcon />
          {t('engines:image.failed')}
        </span>
        <span className="sub">{error && t(`instances:image.${error}`)}</span>
        {errorText && (
          <span className="sub">
            <code>{errorText}</code>
          </span>
        )}
      </div>
    )
  if (state === 'wanted')
    return (
      <span className="st8 quiet">
        <HourglassIcon />
        {t('engines:image.wanted')}
      </span>
    )
  return <Pull progress={progress} />
}

/** Progress of a pull: by bytes if the registry reports sizes, else by layers. */
function Pull({ progress }: { progress: ImageView['progress'] }) {
  const t = useText()
  const { layersDone = 0, layersTotal = 0, bytesDone = 0, bytesTotal = 0 } = progress ?? {}
  const share = bytesTotal > 0 ? bytesDone / bytesTotal : layersTotal > 0 ? layersDone / layersTotal : 0
  return (
    <span className="pull">
      <span className="st8 info">
        <DownloadIcon />
        {t('engines:image.pulling')}
      </span>
      <svg className="bar thin" aria-hidden="true" focusable="false">
        <rect className="track" width="100%" height="100%" />
        <rect className="fill" width={`${Math.round(share * 100)}%`} height="100%" />
      </svg>
      {layersTotal > 0 && (
        <span className="faint">{t('engines:image.layers', { done: layersDone, total: layersTotal })}</span>
      )}
    </span>
  )
}
