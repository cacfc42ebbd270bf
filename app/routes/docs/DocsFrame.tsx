import type { ReactNode } from 'react'
import { SearchField } from '~/app/components/form/SearchField'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import docsStyles from '~/app/styles/patterns/docs.css?url'
import type { Library } from './library'

export const docsLinks = () => [{ rel: 'stylesheet', href: docsStyles }]

interface DocsFrameProps {
  groups: Library['groups']
  current: string
  children: ReactNode
}

/** The search and the list of contents beside a document. */
export function DocsFrame({ groups, current, children }: DocsFrameProps) {
  const t = useText()
  return (
    <Main>
      <div className="docs">
        <div className="docs-side">
          <DocsSearch q="" />
          <details className="docs-contents">
            <summary className="btn">{t('docs:contents')}</summary>
            <Contents groups={groups} current={current} />
          </details>
          <div className="docs-list">
            <Contents groups={groups} current={current} />
          </div>
        </div>
        <div className="docs-main">{children}</div>
      </div>
    </Main>
  )
}

export function DocsSearch({ q }: { q: string }) {
  const t = useText()
  return (
    <form className="docs-search" method="get" action="/docs">
      <SearchField name="q" label={t('docs:search')} value={q} />
      <button type="submit" className="btn">
        {t('docs:find')}
      </button>
    </form>
  )
}

function Contents({ groups, current }: Omit<DocsFrameProps, 'children'>) {
  const t = useText()
  return (
    <nav aria-label={t('docs:contents')}>
      {groups.map(({ group, entries }) => (
        <div key={group}>
          <span className="grp">{t(`docs:group.${group}`)}</span>
          <ul lang="en">
            {entries.map(({ key, title }) => (
              <li key={key}>
                <a href={`/docs/${key}`} aria-current={key === current ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
