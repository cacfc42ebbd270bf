import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'

interface ContainerPanelProps {
  href: string
  image: string
  port: number
  services: string[]
}

export function ContainerPanel({ href, image, port, services }: ContainerPanelProps) {
  const t = useText()
  return (
    <Panel title={t('containers:view')} body="stack">
      {services.length > 0 ? (
        <dl className="samples">
          <div>
            <dt>{t('containers:summary.services')}</dt>
            <dd>
              <code>{services.join(', ')}</code>
            </dd>
          </div>
        </dl>
      ) : image === '' ? (
        <p className="muted">{t('containers:summary.none')}</p>
      ) : (
        <dl className="samples">
          <div>
            <dt>{t('containers:summary.image')}</dt>
            <dd>
              <code>{image}</code>
            </dd>
          </div>
          <div>
            <dt>{t('containers:summary.port')}</dt>
            <dd>{port}</dd>
          </div>
        </dl>
      )}
      <a className="link small" href={href}>
        {t('containers:edit')}
      </a>
    </Panel>
  )
}
