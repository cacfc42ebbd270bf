import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/islands/runtime/text'

interface ContainerPanelProps {
  /** Address of the page that edits it. */
  href: string
  image: string
  port: number
}

/** What the instances of a challenge are made of, in a few words. */
export function ContainerPanel({ href, image, port }: ContainerPanelProps) {
  const t = useText()
  return (
    <Panel title={t('containers:view')} body="stack">
      {image === '' ? (
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
