import { useEffect, useState } from 'react'
import { Meter, toneOf } from '~/app/components/Meter'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { InstanceUsage as Usage } from '~/server/instances/contract'
import { fetchJson } from '../runtime/calls'
import { useHydrated } from '../runtime/use-hydrated'

interface InstanceUsageProps {
  id: string
  cpu: number
  memoryMb: number
  pids: number
  /** Null when it was not requested, or the engine did not respond. */
  usage: Usage | null
  requested: boolean
  href: string
}

const POLL_MS = 5000

export function InstanceUsage({ id, cpu, memoryMb, pids, usage: made, requested, href }: InstanceUsageProps) {
  const t = useText()
  const { number } = useFormat()
  const hydrated = useHydrated()
  const [usage, setUsage] = useState(made)
  const [wanted, setWanted] = useState(requested)
  const [silent, setSilent] = useState(requested && made === null)

  useEffect(() => {
    if (!wanted) return
    let timer: ReturnType<typeof setTimeout>
    const poll = async () => {
      if (!document.hidden)
        try {
          const [now] = await fetchJson<Usage[]>(`/api/admin/instances/usage?ids=${id}`)
          setUsage(now ?? null)
          setSilent(!now)
        } catch {
          setSilent(true)
        }
      timer = setTimeout(poll, POLL_MS)
    }
    timer = setTimeout(poll, 0)
    return () => clearTimeout(timer)
  }, [wanted, id])

  const shareOf = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : 0)
  const measure = { className: 'btn sm', children: t('watch:measure') }
  return (
    <section>
      <h3>
        {t('watch:usage')}
        {usage && usage.pids !== null && (
          <span className="push">
            {t('watch:processes', { now: number(usage.pids), most: number(pids) })}
          </span>
        )}
      </h3>
      {usage ? (
        <div className="two-meters">
          <Meter
            value={number(Math.round(usage.cpu * 100) / 100)}
            of={t('watch:of_cores', { most: number(cpu / 10) })}
            share={shareOf(usage.cpu, cpu / 10)}
            tone={toneOf(shareOf(usage.cpu, cpu / 10))}
          />
          <Meter
            value={number(Math.round(usage.memoryMb))}
            of={t('watch:of_memory', { most: number(memoryMb) })}
            share={shareOf(usage.memoryMb, memoryMb)}
            tone={toneOf(shareOf(usage.memoryMb, memoryMb))}
          />
        </div>
      ) : silent ? (
        <p className="hint">{t('watch:silent')}</p>
      ) : hydrated ? (
        <button type="button" disabled={wanted} onClick={() => setWanted(true)} {...measure} />
      ) : (
        <a href={href} {...measure} />
      )}
    </section>
  )
}
