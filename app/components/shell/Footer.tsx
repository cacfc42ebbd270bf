import { useText } from '~/app/i18n/text'
import type { ShellData } from '~/app/request/page/shell'
import { rawHtml } from '../markdown/raw-html'
import { Logo } from './Logo'

export function Footer({ platform }: { platform: ShellData['platform'] }) {
  const t = useText()
  const { source, privacy, version } = platform
  return (
    <footer className="site-foot">
      <span>
        <Logo url={platform.logoUrl} />
        {platform.title}
      </span>
      <span>{platform.slogan}</span>
      {platform.footer && <span className="own" {...rawHtml(platform.footer)} />}
      <span className="facts">
        <a href="/docs">{t('shell:foot.docs')}</a>
        {source && <a href={source}>{t('shell:foot.source')}</a>}
        {privacy && <a href={privacy}>{t('shell:foot.privacy')}</a>}
        <a href="/About" aria-label={t('shell:foot.version', { version })}>
          {version}
        </a>
      </span>
      {platform.pages.footer.length > 0 && (
        <nav className="own-pages" aria-label={t('shell:foot.pages')}>
          {platform.pages.footer.map(({ address, title }) => (
            <a key={address} href={`/pages/${address}`}>
              {title}
            </a>
          ))}
        </nav>
      )}
      {platform.footerBlock && <div className="prose own-block" {...rawHtml(platform.footerBlock)} />}
    </footer>
  )
}
