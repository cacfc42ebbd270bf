import { useLoaderData } from '@remix-run/react'
import { PencilIcon } from '~/app/components/icons'
import { Markdown } from '~/app/components/markdown/Markdown'
import { markdown, plainText } from '~/app/components/markdown/render-markdown'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import postStyles from '~/app/styles/patterns/posts.css?url'

export const links = () => [{ rel: 'stylesheet', href: postStyles }]

/** Characters of the text that search engines and previews of links show. */
const DESCRIPTION = 200

export const loader = page(async ({ services, ctx, params }) => {
  const { text, ...shown } = await services.ownPages.one(ctx, params.address ?? '')
  return {
    ...shown,
    description: plainText(text.slice(0, DESCRIPTION * 4)).slice(0, DESCRIPTION),
    editable: ctx.actor?.role === 'Admin',
    html: markdown(text)
  }
})

/** A page of the organisers: rules, sponsors, a code of conduct. */
export default function OwnPage() {
  const { address, title, published, editable, html } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <Main className="narrow">
      <article className="article">
        <h1>{title}</h1>
        {editable && (
          <div className="row meta">
            {!published && <span className="badge warn">{t('ownpages:draft')}</span>}
            <a className="btn sm push" href={`/admin/Pages/${address}`}>
              <PencilIcon />
              {t('ownpages:edit')}
            </a>
          </div>
        )}
        <Markdown html={html} large />
      </article>
    </Main>
  )
}
