import { useEffect, useState } from 'react'
import { formatBytes } from '~/app/components/bytes'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { InstanceTraffic as Traffic } from '~/server/instances/contract'
import { fetchJson } from '../runtime/calls'

interface InstanceTrafficProps {
  id: string
  traffic: Traffic | null
  live: boolean
}

const POLL_MS = 3000

export function InstanceTraffic({ id, traffic: made, live }: InstanceTrafficProps) {
  const t = useText()
  const [traffic, setTraffic] = useState(made)
  useEffect(() => {
    if (!live) return
    let timer: ReturnType<typeof setTimeout>
    let closed = false
    const poll = async () => {
      if (!document.hidden) {
        const now = await fetchJson<Traffic | null>(`/api/admin/instances/${id}/traffic`).catch(() => null)
        if (!closed) setTraffic(now)
      }
      if (!closed) timer = setTimeout(poll, POLL_MS)
    }
    timer = setTimeout(poll, POLL_MS)
    return () => {
      closed = true
      clearTimeout(timer)
    }
  }, [id, live])
  return (
    <section>
      <h3>
        {t('watch:traffic.title')}
        <span className="push">{t('watch:traffic.hint')}</span>
      </h3>
      <TrafficFigures traffic={traffic} />
    </section>
  )
}

export function TrafficFigures({ traffic }: { traffic: Traffic | null }) {
  const t = useText()
  const { number } = useFormat()
  if (!traffic) return <p className="hint">{t('watch:traffic.unknown')}</p>
  const figures = [
    ['open', number(traffic.connections)],
    ['in', formatBytes(traffic.bytesIn)],
    ['out', formatBytes(traffic.bytesOut)]
  ] as const
  return (
    <dl className="kv">
      {figures.map(([key, value]) => (
        <div className="contents" key={key}>
          <dt>{t(`watch:traffic.${key}`)}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
