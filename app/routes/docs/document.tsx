import { useLoaderData } from '@remix-run/react'
import { Markdown } from '~/app/components/markdown/Markdown'
import { useText } from '~/app/i18n/text'
import { notFoundPage } from '~/app/request/errors'
import { page } from '~/app/request/page'
import { buildInfo } from '~/app/request/page/build'
import { DocsFrame, docsLinks } from './DocsFrame'
import { library } from './library'

export const links = docsLinks

/** One document of the repository, in English. */
export const loader = page(async ({ params, t }) => {
  const { groups, show } = library()
  const key = [params.folder, params.page].filter(Boolean).join('/').toLowerCase()
  const document = show(key, (await buildInfo()).repo)
  if (!document) throw notFoundPage()
  return {
    ...document,
    title: `${document.title} · ${t('docs:title')}`,
    heading: document.title,
    groups,
    key
  }
})

export default function DocumentPage() {
  const { heading, html, headings, groups, key } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <DocsFrame groups={groups} current={key}>
      <nav aria-label={t('docs:crumbs')}>
        <ol className="crumbs">
          <li>
            <a href="/docs">{t('docs:title')}</a>
          </li>
          <li aria-current="page" lang="en">
            {heading}
          </li>
        </ol>
      </nav>
      <h1 lang="en">{heading}</h1>
      {headings.length > 2 && (
        <details className="docs-on-page">
          <summary className="btn sm">{t('docs:on_page')}</summary>
          <ul lang="en">
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a className="link" href={`#${id}`}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
      <article lang="en">
        <Markdown html={html} large />
      </article>
    </DocsFrame>
  )
}
