import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { InstanceDetails } from '~/server/instances/contract'
import { short } from './DrawerParts'

interface ContainersProps {
  details: InstanceDetails
  digests: Record<string, string>
}

/** Each of several containers with image and limits; nothing for a single one. */
export function ContainerTable({ details: { spec, endpoints }, digests }: ContainersProps) {
  const t = useText()
  const { number } = useFormat()
  if (spec.services.length === 0) return null
  return (
    <section>
      <h3>{t('engines:containers')}</h3>
      <ul className="containers">
        {spec.services.map(({ name, image, memoryMb, cpu, pids, readOnly, capabilities }) => {
          const digest = digests[image]
          const ports = endpoints.filter(({ service }) => service === name).map(({ port }) => `:${port}`)
          return (
            <li key={name}>
              <b>
                <code>{[name, ...ports].join(' ')}</code>
              </b>
              <code>{image}</code>
              {digest && <code className="faint">{short(digest)}</code>}
              <span className="muted">
                {t('engines:service_limits', {
                  cores: number(cpu / 10),
                  memory: number(memoryMb),
                  pids: number(pids)
                })}
                {', '}
                {t(readOnly ? 'engines:root.read_only' : 'engines:root.writable')}
                {capabilities.length > 0 && `, ${capabilities.join(' ')}`}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
