import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import { readSearch } from '~/app/request/paging'
import { RATES } from '~/server/limits/contract'
import { DocsSearch, docsLinks } from './DocsFrame'
import { type DocHit, type Library, library, MAX_FOUND } from './library'

export const links = docsLinks

/** The contents, or what was looked for. */
export const loader = page(async ({ ctx, limits, url, t }) => {
  const { groups, search } = library()
  const q = readSearch(url.searchParams)
  if (q) await limits.take(RATES.search, { userId: ctx.actor?.id ?? null, ip: ctx.ip })
  return { title: t('docs:title'), groups, q, found: q ? search(q) : null }
})

export default function Docs() {
  const { title, groups, q, found } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <Main>
      <div className="docs-main wide">
        <div className="docs-top">
          <h1>{title}</h1>
          <p className="muted">{t('docs:text')}</p>
          <DocsSearch q={q} />
        </div>
        {found ? <Results found={found} q={q} /> : <Overview groups={groups} />}
      </div>
    </Main>
  )
}

function Overview({ groups }: { groups: Library['groups'] }) {
  const t = useText()
  return groups.map(({ group, entries }) => (
    <section key={group} aria-labelledby={`for-${group}`}>
      <h2 id={`for-${group}`}>{t(`docs:group.${group}`)}</h2>
      <ul className="docs-cards" lang="en">
        {entries.map(({ key, title, about }) => (
          <li key={key}>
            <a href={`/docs/${key}`}>{title}</a>
            <span className="muted">{about}</span>
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Results({ found, q }: { found: DocHit[]; q: string }) {
  const t = useText()
  if (found.length === 0) return <EmptyState title={t('docs:none', { q })}>{t('docs:none_text')}</EmptyState>
  return (
    <section aria-labelledby="found">
      <h2 id="found">
        {t(found.length === MAX_FOUND ? 'docs:found_first' : 'docs:found', { count: found.length, q })}
      </h2>
      <ol className="docs-cards found" lang="en">
        {found.map(({ to, title, heading, text }) => (
          <li key={to}>
            <a href={`/docs/${to}`}>{heading ? `${title}: ${heading}` : title}</a>
            <span className="muted">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
