import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { PencilIcon, PinIcon } from '~/app/components/icons'
import { Markdown } from '~/app/components/markdown/Markdown'
import { markdown, plainText } from '~/app/components/markdown/render-markdown'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { notFoundPage } from '~/app/request/errors'
import { page } from '~/app/request/page'
import postStyles from '~/app/styles/patterns/posts.css?url'
import { postId } from '~/server/posts/contract'
import { Author, PostTags } from './Byline'

export const links = () => [{ rel: 'stylesheet', href: postStyles }]

export const loader = page(async ({ services, ctx, params, format }) => {
  const id = postId.safeParse(params.postId)
  if (!id.success) throw notFoundPage()
  const { content, ...post } = await services.posts.one(ctx, id.data)
  const editable = ctx.actor?.role === 'Admin'
  return {
    ...post,
    description: plainText(post.summary),
    editable,
    day: format.day(new Date(post.time)),
    html: markdown(content)
  }
})

export default function Post() {
  const { id, title, editable, isPinned, tags, authorName, authorAvatar, time, day, html } =
    useLoaderData<typeof loader>()
  const t = useText()
  return (
    <Main className="narrow">
      <article className="article">
        <nav aria-label={t('posts:crumbs')}>
          <ol className="crumbs">
            <li>
              <a href="/posts">{t('posts:title')}</a>
            </li>
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
        <h1>{title}</h1>
        <div className="row meta">
          <Author name={authorName} avatar={authorAvatar} />
          <span className="faint">
            <time dateTime={time}>{day}</time>
          </span>
          {isPinned && <Badge icon={PinIcon}>{t('posts:pinned')}</Badge>}
          <PostTags tags={tags} />
          {editable && (
            <a className="btn sm push" href={`/posts/${id}/Edit`}>
              <PencilIcon />
              {t('posts:edit')}
            </a>
          )}
        </div>
        <Markdown html={html} large />
      </article>
    </Main>
  )
}
