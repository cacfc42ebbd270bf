import { useText } from '~/app/i18n/text'
import type { EndpointView } from '~/server/instances/contract'
import { CopyField } from '../form/CopyField'
import { ExternalLinkIcon } from '../icons'
import { hrefOf, isTicket } from './entry'
import { TunnelEntry } from './TunnelEntry'

interface EndpointsProps {
  endpoints: readonly EndpointView[]
  test?: boolean
}

export function Endpoints({ endpoints, test = false }: EndpointsProps) {
  const t = useText()
  const several = endpoints.length > 1
  return (
    <div className="endpoints">
      {endpoints.map((endpoint, n) => {
        const title = endpoint.title || t('instances:box.port', { n: n + 1 })
        return (
          <section key={endpoint.entry ?? title} aria-label={several ? title : undefined}>
            {several && <b>{title}</b>}
            <Ways endpoint={endpoint} test={test} />
          </section>
        )
      })}
    </div>
  )
}

function Ways({ endpoint, test }: { endpoint: EndpointView; test: boolean }) {
  const t = useText()
  const { entry, url, tls } = endpoint
  const href = hrefOf(endpoint)
  return (
    <>
      {url && <CopyField value={url} label={t('instances:box.entry')} />}
      {entry && !isTicket(entry) && <CopyField value={entry} label={t('instances:box.entry')} />}
      {href && (
        <a className="btn sm" href={href} target="_blank" rel="noopener noreferrer">
          <ExternalLinkIcon />
          {t('instances:box.open')}
          <span className="sr"> {t('instances:box.new_tab')}</span>
        </a>
      )}
      {tls && (
        <>
          <CopyField value={`ncat --ssl ${tls.replace(/:(\d+)$/, ' $1')}`} label={t('instances:box.entry')} />
          <p>{t('instances:box.tls')}</p>
        </>
      )}
      {entry && isTicket(entry) && !url && (
        <TunnelEntry ticket={entry} test={test} title={endpoint.title || null} />
      )}
    </>
  )
}
