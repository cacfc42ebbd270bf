import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { SearchField } from '~/app/components/form/SearchField'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import type { Item } from '~/app/islands/scripts/palette/answer'
import { page, pathOf } from '~/app/request/page'
import searchStyles from '~/app/styles/patterns/search.css?url'
import { RATES } from '~/server/limits/contract'
import { MAX_QUERY_LENGTH, searchQuery } from '~/server/search/contract'
import { answerOf } from './answer'

export const links = () => [{ rel: 'stylesheet', href: searchStyles }]

export const loader = page(async (args) => {
  const { ctx, limits, url, t } = args
  await limits.take(RATES.search, { userId: ctx.actor?.id ?? null, ip: ctx.ip })
  const query = searchQuery.parse({ q: (url.searchParams.get('q') ?? '').slice(0, MAX_QUERY_LENGTH) })
  const answer = await answerOf(args, query, args.request.headers.get('Cookie'))
  return { title: t('search:title'), q: query.q, here: pathOf(args), ...answer }
})

export default function Search() {
  const { title, q, here, groups, summary } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <Main className="narrow search-page">
      <h1>{title}</h1>
      <form method="get" action="/Search">
        <SearchField name="q" label={t('search:placeholder')} value={q} />
        <button type="submit" className="btn primary">
          {title}
        </button>
      </form>
      {groups.length > 0 ? (
        <>
          <p className="hint">{summary}</p>
          {groups.map((group) => (
            <section key={group.id} aria-labelledby={group.id}>
              <h2 id={group.id}>{group.title}</h2>
              <ul className="search-results">
                {group.items.map((item) => (
                  <li key={item.id}>
                    <Result item={item} here={here} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      ) : (
        <EmptyState title={summary} />
      )}
    </Main>
  )
}

function Result({ item: { text, detail, does }, here }: { item: Item; here: string }) {
  const words = (
    <>
      <bdi>{text}</bdi>
      {detail && (
        <span className="sub">
          <bdi>{detail}</bdi>
        </span>
      )}
    </>
  )
  if ('href' in does) return <a href={does.href}>{words}</a>
  return (
    <form method="post" action={does.post}>
      <input type="hidden" name="from" value={here} />
      {Object.entries(does.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit">{words}</button>
    </form>
  )
}
