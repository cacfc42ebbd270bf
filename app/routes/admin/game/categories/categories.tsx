import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { Confirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Category as Mark } from '~/app/components/game/Category'
import { Panel } from '~/app/components/Panel'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { CATEGORY_LIMITS } from '~/server/categories/constants'
import type { Category } from '~/server/categories/contract'
import { AdminFrame } from '../../AdminFrame'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { CategoryForm } from './CategoryForm'
import { categoryForms } from './category-forms'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

export const loader = page('challenges', async (args) => {
  const { services, ctx, url, t } = args
  const { game, heading } = await loadGameHead(args)
  const categories = await services.categories.list(ctx, game.id)
  const asked = url.searchParams.get('edit')
  return {
    title: `${t('categories:title')} · ${game.title}`,
    heading,
    categories,
    edited: categories.find(({ id }) => String(id) === asked) ?? null
  }
})

export const action = categoryForms

function Row({ category, href }: { category: Category; href: string }) {
  const t = useText()
  const { number } = useFormat()
  const { id, name, standsFor, challenges } = category
  return (
    <tr>
      <th scope="row">
        <Mark category={category} />
      </th>
      <td data-label={t('categories:stands_for')}>
        <Mark category={standsFor} />
      </td>
      <td className="num" data-label={t('categories:challenges')}>
        {number(challenges)}
      </td>
      <td className="end">
        <span className="row-tight">
          <a
            className="btn sm"
            href={`${href}?edit=${id}#category`}
            aria-label={t('categories:edit_name', { name })}
          >
            {t('categories:change')}
          </a>
          {challenges === 0 && (
            <Confirm
              classes="sm danger"
              danger
              label={t('categories:remove')}
              name={t('categories:remove_name', { name })}
              question={t('categories:remove_question', { name })}
              confirm={t('categories:remove')}
              action={href}
              fields={{ intent: 'remove', id }}
            />
          )}
        </span>
      </td>
    </tr>
  )
}

export default function Categories() {
  const { heading, categories, edited } = useLoaderData<typeof loader>()
  const t = useText()
  const back = `/admin/games/${heading.id}/challenges`
  const href = `/admin/games/${heading.id}/Categories`
  const columns = [
    { text: t('categories:category') },
    { text: t('categories:stands_for') },
    { text: t('categories:challenges'), num: true },
    { text: t('admin:actions'), silent: true }
  ]
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="challenges"
        title={t('categories:title')}
        crumbs={[{ href: back, text: t('admin:tab.challenges') }, { text: t('categories:title') }]}
      />
      <div className="stack-16">
        <p className="muted">{t('categories:text', { limit: CATEGORY_LIMITS.listed })}</p>
        <FormMessage state={useFormState('remove')} />
        {categories.length === 0 ? (
          <EmptyState title={t('categories:none')}>{t('categories:none_text')}</EmptyState>
        ) : (
          <Table label={t('categories:title')} className="cards" columns={columns}>
            {categories.map((category) => (
              <Row key={category.id} {...{ category, href }} />
            ))}
          </Table>
        )}
        {edited || categories.length < CATEGORY_LIMITS.listed ? (
          <Panel id="category" title={t(edited ? 'categories:edit' : 'categories:new')} body="stack-16">
            <CategoryForm key={edited?.id ?? 0} category={edited} back={href} />
          </Panel>
        ) : (
          <p className="hint">{t('categories:full', { limit: CATEGORY_LIMITS.listed })}</p>
        )}
      </div>
    </AdminFrame>
  )
}
