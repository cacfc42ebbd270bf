import type { ReactNode } from 'react'
import { ActivityIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { GameAction } from '~/server/access/constants'
import type { GameHeading } from './head'

type Tab = 'Info' | 'challenges' | 'Review' | 'Notices' | 'Corrections' | 'Writeups' | 'Webhooks' | 'Staff'

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
  const all: [Tab, GameAction, number | null][] = [
    ['Info', 'settings', null],
    ['challenges', 'challenges', heading.challenges],
    ['Review', 'review', heading.pending],
    ['Notices', 'notices', null],
    ['Corrections', 'corrections', null],
    ['Writeups', 'writeups', null],
    ['Webhooks', 'webhooks', null],
    ['Staff', 'overview', null]
  ]
  const tabs = all.filter(([, action]) => heading.may.includes(action))
  return (
    <div className="game-head">
      <nav aria-label={t('admin:crumbs')}>
        <ol className="crumbs">
          <li>
            <a href="/admin/games">{t('admin:games.title')}</a>
          </li>
          <li>
            <a href={`${base}/${heading.may.includes('settings') ? 'Info' : 'Staff'}`}>
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
        {tabs.map(([one, , count]) => (
          <a key={one} href={`${base}/${one}`} aria-current={one === tab ? 'page' : undefined}>
            {t(`admin:tab.${one}`)} {count !== null && <span className="count">{count}</span>}
          </a>
        ))}
        {heading.may.includes('watch') && (
          <a className="push" href={`/games/${heading.id}/monitor/Events`}>
            <ActivityIcon />
            {t('admin:monitor')}
          </a>
        )}
      </nav>
    </div>
  )
}
