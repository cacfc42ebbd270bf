import type { MouseEvent, ReactNode } from 'react'
import { formatBytes } from '~/app/components/bytes'
import {
  CircleAlertIcon,
  CircleCheckIcon,
  CircleDashedIcon,
  CircleXIcon,
  DownloadIcon,
  HourglassIcon
} from '~/app/components/icons'
import { RefreshIcon } from '~/app/components/staff-icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { ImageView } from '~/server/engines/contract'
import { furthest, offeredPort, percentOf, shortDigest } from './pieces'
import { isUnderWay, useImage } from './use-image'

export interface ImageStatusProps {
  url: string
  references: readonly string[]
  images: readonly ImageView[]
  engines: number
  port: number
  /** Ids of the forms for another pull (`intent=pull`) and for a port; forms cannot be nested. */
  forms: { pull: string; port: string }
  href: string
}

const MARKS = {
  ready: { icon: CircleCheckIcon, tone: 'ok' },
  pulling: { icon: DownloadIcon, tone: 'info' },
  wanted: { icon: HourglassIcon, tone: 'quiet' },
  failed: { icon: CircleXIcon, tone: 'bad' }
} as const

export function ImageStatus({ url, references, images: made, engines, port, forms, href }: ImageStatusProps) {
  const t = useText()
  const { images, busy, sent, refused, pull } = useImage(url, made)
  const several = references.length > 1
  if (references.length === 0) return <p className="hint">{t('containers:image.empty')}</p>
  if (engines === 0)
    return (
      <div className="status-line">
        <span className="st8 quiet">
          <CircleDashedIcon />
          {t('containers:image.no_engine')}
        </span>
        <a className="link" href="/admin/Engines">
          {t('containers:engines')}
        </a>
      </div>
    )
  const retryProps = { form: forms.pull, busy: busy || sent, onRetry: () => void pull() }
  const failed = images.some(({ state }) => state === 'failed')
  const ready = references.every((name) =>
    images.some((one) => one.reference === name && one.state === 'ready')
  )
  return (
    <div className="image-status" id="image">
      {references.map((name, at) => (
        <OneImage
          key={name}
          name={several ? name : null}
          images={images.filter(({ reference }) => reference === name)}
          again={failed || !ready || at > 0 ? null : <Again {...retryProps} failed={false} />}
          retry={<Again {...retryProps} failed />}
        />
      ))}
      {isUnderWay(made) && (
        <a className="link small no-js-only" href={href}>
          {t('common:refresh')}
        </a>
      )}
      {refused && (
        <p className="field-error" role="alert">
          <CircleAlertIcon />
          {refused}
        </p>
      )}
      {!several && <PortOffer offered={offeredPort(furthest(images), port)} form={forms.port} />}
    </div>
  )
}

interface OneImageProps {
  name: string | null
  images: readonly ImageView[]
  again: ReactNode
  retry: ReactNode
}

function OneImage({ name, images, again, retry }: OneImageProps) {
  const best = furthest(images)
  const fault = images.find(({ state }) => state === 'failed')
  return (
    <section className="image-status" aria-label={name ?? undefined}>
      <div className="status-line">
        {name && <code>{name}</code>}
        <State image={best} />
        {best?.state === 'ready' && <Facts image={best} />}
        {again}
      </div>
      {best && <Progress image={best} />}
      {images.length > 1 && <Nodes images={images} />}
      {fault && <Failure image={fault}>{retry}</Failure>}
    </section>
  )
}

function StateText({ image }: { image: ImageView | null }) {
  const t = useText()
  const { state = 'wanted', progress = null } = image ?? {}
  const layered = state === 'pulling' && progress && progress.layersTotal > 0
  return (
    <>
      {layered
        ? t('containers:image.layers', { done: progress.layersDone, total: progress.layersTotal })
        : t(`containers:image.${state}`)}
    </>
  )
}

function State({ image }: { image: ImageView | null }) {
  const { icon: Mark, tone } = MARKS[image?.state ?? 'wanted']
  return (
    <span className={`st8 ${tone}`} role="status">
      <Mark />
      <StateText image={image} />
    </span>
  )
}

function Facts({ image: { digest, details } }: { image: ImageView }) {
  const t = useText()
  const { day } = useFormat()
  const facts = details && [
    details.platform,
    formatBytes(details.bytes),
    ...(details.builtAt === null
      ? []
      : [t('containers:image.built', { date: day(new Date(details.builtAt)) })])
  ]
  return (
    <>
      {digest && <code title={digest}>{shortDigest(digest)}</code>}
      {facts && <span>{facts.join(', ')}</span>}
    </>
  )
}

function Progress({ image }: { image: ImageView }) {
  const t = useText()
  const percent = image.state === 'pulling' ? percentOf(image) : null
  if (percent === null) return null
  return (
    <svg
      className="bar"
      role="img"
      aria-label={t('containers:image.progress', { percent })}
      focusable="false"
    >
      <rect className="track" width="100%" height="100%" />
      <rect className="fill" width={`${percent}%`} height="100%" />
    </svg>
  )
}

function Nodes({ images }: { images: readonly ImageView[] }) {
  return (
    <ul className="status-line node-pips">
      {images.map((image) => {
        const { icon: Mark, tone } = MARKS[image.state]
        return (
          <li key={image.engine} className={`st8 ${tone}`}>
            <Mark />
            <code>{image.engine}</code> <StateText image={image} />
          </li>
        )
      })}
    </ul>
  )
}

function Failure({ image, children }: { image: ImageView; children: ReactNode }) {
  const t = useText()
  const code = image.error ?? 'failed'
  return (
    <div className="image-fault">
      <p>
        <strong>{t(`instances:image.${code}`)}</strong> {t(`containers:image.next.${code}`)}{' '}
        {code === 'auth_failed' && (
          <a className="link" href="/admin/Engines#registries">
            {t('containers:registries')}
          </a>
        )}
      </p>
      {image.errorText && (
        <details>
          <summary>{t('containers:words')}</summary>
          <pre>{image.errorText}</pre>
        </details>
      )}
      <div className="row">{children}</div>
    </div>
  )
}

interface AgainProps {
  form: string
  failed: boolean
  busy: boolean
  onRetry(): void
}

function Again({ form, failed, busy, onRetry }: AgainProps) {
  const t = useText()
  const press = (event: MouseEvent) => {
    event.preventDefault()
    if (!busy) onRetry()
  }
  return (
    <button
      type="submit"
      form={form}
      name="intent"
      value="pull"
      className={failed ? 'btn sm' : 'btn ghost sm push'}
      title={failed ? undefined : t('containers:image.newest_hint')}
      // Does not use `disabled`, so that the button keeps the focus.
      aria-disabled={busy || undefined}
      data-pending={busy || undefined}
      onClick={press}
    >
      <RefreshIcon />
      {t(failed ? 'common:try_again' : 'containers:image.newest')}
    </button>
  )
}

/** Writes the port that the image exposes into the form; without script it is saved. */
function PortOffer({ offered, form }: { offered: number | null; form: string }) {
  const t = useText()
  if (offered === null) return null
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const field = document.querySelector<HTMLInputElement>('input[name=containerExposePort]')
    if (!field) return
    event.preventDefault()
    field.value = String(offered)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  return (
    <div className="status-line">
      <span>{t('containers:image.offers', { port: offered })}</span>
      <button type="submit" form={form} name="port" value={offered} className="btn sm" onClick={press}>
        {t('containers:image.use_port', { port: offered })}
      </button>
    </div>
  )
}
