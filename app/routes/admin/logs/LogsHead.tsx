import { useText } from '~/app/i18n/text'

const TABS = [
  ['logs', '/admin/Logs'],
  ['audit', '/admin/Logs/Audit']
] as const

interface LogsHeadProps {
  tab: 'logs' | 'audit'
  title: string
}

export function LogsHead({ tab, title }: LogsHeadProps) {
  const t = useText()
  return (
    <div className="page-head">
      <h1>{title}</h1>
      <nav className="segmented actions" aria-label={t('logs:tabs')}>
        {TABS.map(([one, href]) => (
          <a key={one} href={href} aria-current={one === tab ? 'page' : undefined}>
            {t(`logs:tab.${one}`)}
          </a>
        ))}
      </nav>
    </div>
  )
}
