import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Confirm } from '~/app/components/form/Confirm'
import { Field, TextareaField } from '~/app/components/form/Field'
import { EyeIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { notFoundPage } from '~/app/request/errors'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { postId } from '~/server/posts/contract'
import { useDraft } from '../draft-state'
import { previewForm } from '../drafts'
import { EditForm } from '../EditForm'
import { MarkdownField } from '../MarkdownField'
import { Setting } from '../Setting'
import { fieldsOf, postForm } from './post-form'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

/** Null for a new post: /posts/new/Edit. @throws 404 */
function idOfPost({ postId: given }: Record<string, string | undefined>): string | null {
  if (given?.toLowerCase() === 'new') return null
  const id = postId.safeParse(given)
  if (!id.success) throw notFoundPage()
  return id.data
}

export const loader = page('Admin', async ({ services, ctx, params, t }) => {
  const id = idOfPost(params)
  const post = id === null ? null : await services.posts.one(ctx, id)
  const title = t(post ? 'posts:editing' : 'posts:new')
  return { title, id, fields: fieldsOf(post), version: post?.version }
})

export const action = forms({
  save: oneForm({
    role: 'Admin',
    schema: postForm,
    async run({ services, ctx, params, input }) {
      const known = idOfPost(params)
      const id = known ?? (await services.posts.create(ctx, input))
      if (known) await services.posts.update(ctx, known, input)
      return redirectWith(`/posts/${id}`, { tone: 'ok', key: known ? 'posts:saved' : 'posts:published' })
    }
  }),
  remove: oneForm({
    role: 'Admin',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOfPost(params)
      if (id !== null) await services.posts.remove(ctx, id)
      return redirectWith('/posts', { tone: 'ok', key: 'posts:removed' })
    }
  }),
  preview: previewForm(null)
})

export default function EditPost() {
  const { title, id, fields, version } = useLoaderData<typeof loader>()
  const t = useText()
  const state = useDraft()
  const href = `/posts/${id ?? 'new'}/Edit`
  return (
    <Main>
      <nav aria-label={t('posts:crumbs')}>
        <ol className="crumbs">
          <li>
            <a href="/posts">{t('posts:title')}</a>
          </li>
          {id !== null && (
            <li>
              <a href={`/posts/${id}`}>
                <bdi>{fields.title}</bdi>
              </a>
            </li>
          )}
          <li aria-current="page">{title}</li>
        </ol>
      </nav>
      <div className="page-head">
        <h1>{title}</h1>
        {id !== null && (
          <div className="actions">
            <a className="btn" href={`/posts/${id}`}>
              <EyeIcon />
              {t('admin:view')}
            </a>
            <Confirm
              classes="danger"
              danger
              label={t('posts:remove')}
              question={t('posts:remove_question')}
              confirm={t('posts:remove')}
              action={href}
              fields={{ intent: 'remove' }}
            />
          </div>
        )}
      </div>
      <EditForm
        href={href}
        version={version}
        label={id === null ? t('posts:publish') : undefined}
        main={
          <Panel title={t('posts:field.content')} body="stack-16">
            <Field
              name="title"
              label={t('posts:field.title')}
              state={state}
              defaultValue={fields.title}
              maxLength={50}
              required
            />
            <TextareaField
              name="summary"
              label={t('posts:field.summary')}
              hint={t('posts:summary_hint')}
              state={state}
              defaultValue={fields.summary}
              maxLength={4096}
              rows={3}
            />
            <MarkdownField label={t('posts:field.content')} value={fields.content} />
          </Panel>
        }
        side={
          <Panel title={t('posts:field.tags')} body="stack-16">
            <Field
              name="tags"
              label={t('posts:field.tags')}
              hint={t('posts:field.tags_hint')}
              state={state}
              defaultValue={fields.tags}
            />
            <Setting
              name="isPinned"
              label={t('posts:field.pinned')}
              hint={t('posts:field.pinned_hint')}
              on={fields.isPinned}
              state={state}
            />
          </Panel>
        }
      />
    </Main>
  )
}
