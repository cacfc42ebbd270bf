import type { ReactNode } from 'react'
import { ActivityIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/words/text'
import type { GameHeading } from './head'

type Tab = 'Info' | 'challenges' | 'Review' | 'Notices' | 'Corrections' | 'Writeups' | 'Webhooks'

interface GameHeadProps {
  heading: GameHeading
  tab: Tab
  title: ReactNode
  /** Breadcrumbs below the game; the last one is this page. */
  crumbs?: { href?: string; text: string }[]
  badges?: ReactNode
  actions?: ReactNode
}

export function GameHead({ heading, tab, title, crumbs = [], badges, actions }: GameHeadProps) {
  const t = useText()
  const base = `/admin/games/${heading.id}`
  const tabs: [Tab, number | null][] = [
    ['Info', null],
    ['challenges', heading.challenges],
    ['Review', heading.pending],
    ['Notices', null],
    ['Corrections', null],
    ['Writeups', null],
    ['Webhooks', null]
  ]
  return (
    <div className="game-head">
      <nav aria-label={t('admin:crumbs')}>
        <ol className="crumbs">
          <li>
            <a href="/admin/games">{t('admin:games.title')}</a>
          </li>
          <li>
            <a href={`${base}/Info`}>
              <bdi>{heading.title}</bdi>
            </a>
          </li>
          {crumbs.map(({ href, text }) => (
            <li key={text} aria-current={href ? undefined : 'page'}>
              {href ? <a href={href}>{text}</a> : <bdi>{text}</bdi>}
            </li>
          ))}
        </ol>
      </nav>
      <div className="page-head">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {badges}
        <div className="actions">{actions}</div>
      </div>
      <nav className="tabs" aria-label={t('admin:game.tabs')}>
        {tabs.map(([one, count]) => (
          <a key={one} href={`${base}/${one}`} aria-current={one === tab ? 'page' : undefined}>
            {t(`admin:tab.${one}`)} {count !== null && <span className="count">{count}</span>}
          </a>
        ))}
        <a className="push" href={`/games/${heading.id}/monitor/Events`}>
          <ActivityIcon />
          {t('admin:monitor')}
        </a>
      </nav>
    </div>
  )
}
