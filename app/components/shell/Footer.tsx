import type { ShellData } from '~/app/request/page/shell'
import { rawHtml } from '../markdown/raw-html'
import { Logo } from './Logo'

/** Platform, slogan, and what the administrator wrote. */
export function Footer({ platform }: { platform: ShellData['platform'] }) {
  return (
    <footer className="site-foot">
      <span>
        <Logo url={platform.logoUrl} />
        {platform.title}
      </span>
      <span>{platform.slogan}</span>
      {platform.footer && <span className="push" {...rawHtml(platform.footer)} />}
    </footer>
  )
}
