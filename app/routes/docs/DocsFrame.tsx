import type { ReactNode } from 'react'
import { SearchField } from '~/app/components/form/SearchField'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/islands/runtime/words/text'
import docsStyles from '~/app/styles/patterns/docs.css?url'
import type { Library } from './library'

export const docsLinks = () => [{ rel: 'stylesheet', href: docsStyles }]

interface DocsFrameProps {
  groups: Library['groups']
  /** Null on the page that is the contents itself. */
  current: string | null
  q: string
  children: ReactNode
}

/** The list of contents and the search beside a document. */
export function DocsFrame({ groups, current, q, children }: DocsFrameProps) {
  const t = useText()
  return (
    <Main>
      <div className="docs">
        <div className="docs-side">
          <form className="docs-search" method="get" action="/docs">
            <SearchField name="q" label={t('docs:search')} value={q} />
            <button type="submit" className="btn">
              {t('docs:find')}
            </button>
          </form>
          {current !== null && (
            <>
              <details className="docs-contents">
                <summary className="btn">{t('docs:contents')}</summary>
                <Contents groups={groups} current={current} />
              </details>
              <div className="docs-list">
                <Contents groups={groups} current={current} />
              </div>
            </>
          )}
        </div>
        <div className="docs-main">{children}</div>
      </div>
    </Main>
  )
}

function Contents({ groups, current }: Pick<DocsFrameProps, 'groups' | 'current'>) {
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
