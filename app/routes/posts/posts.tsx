import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { SearchField } from '~/app/components/form/SearchField'
import { PlusIcon } from '~/app/components/icons'
import { inlineMarkdown } from '~/app/components/markdown/render-markdown'
import { Main } from '~/app/components/shell/Main'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import { matchesSearch, pageOf } from '~/app/request/paging'
import postStyles from '~/app/styles/patterns/posts.css?url'
import { PostRow } from './PostRow'

export const links = () => [{ rel: 'stylesheet', href: postStyles }]

const POSTS_PER_PAGE = 10

export const loader = page(async ({ services, ctx, url, t, format }) => {
  const { searchParams } = url
  const tag = searchParams.get('tag') ?? ''
  const q = searchParams.get('q') ?? ''
  const all = await services.posts.list(ctx)
  const wanted = all.filter(
    ({ title, summary, tags }) =>
      (tag === '' || tags?.includes(tag)) && matchesSearch(q, title, summary, ...(tags ?? []))
  )
  const { rows, ...place } = pageOf(wanted, searchParams.get('page'), POSTS_PER_PAGE)
  const posts = rows.map((post) => ({
    ...post,
    summary: inlineMarkdown(post.summary),
    day: format.day(new Date(post.time))
  }))
  const editable = ctx.actor?.role === 'Admin'
  return { title: t('posts:title'), posts, place, tag, q, editable }
})

export default function Posts() {
  const { title, posts, place, tag, q, editable } = useLoaderData<typeof loader>()
  const t = useText()
  const filtered = tag !== '' || q !== ''
  return (
    <Main className="narrow">
      <div className="page-head">
        <h1>{title}</h1>
        {tag && (
          <span className="sub">
            {t('posts:tagged')} <span className="tag">{tag}</span>
          </span>
        )}
        <form className="actions" method="get" action="/posts">
          {tag && <input type="hidden" name="tag" value={tag} />}
          <SearchField name="q" label={t('posts:find')} value={q} />
          {editable && (
            <a className="btn primary" href="/posts/new/Edit">
              <PlusIcon />
              {t('posts:new')}
            </a>
          )}
        </form>
      </div>
      {posts.length === 0 ? (
        <EmptyState
          title={t(filtered ? 'posts:nothing' : 'posts:none')}
          action={
            filtered && (
              <a className="btn" href="/posts">
                {t('posts:all')}
              </a>
            )
          }
        >
          {t(filtered ? 'posts:nothing_text' : 'posts:none_text')}
        </EmptyState>
      ) : (
        <ul className="post-list">
          {posts.map((post) => (
            <PostRow key={post.id} post={post} editable={editable} />
          ))}
        </ul>
      )}
      <ListFoot place={place} label="posts:place" />
    </Main>
  )
}
