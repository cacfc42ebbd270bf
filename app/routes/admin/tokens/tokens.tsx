import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { Confirm } from '~/app/components/form/Confirm'
import { CopyField } from '~/app/components/form/CopyField'
import { KeyRoundIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import type { Format } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import formStyles from '~/app/styles/patterns/forms.css?url'
import type { ServiceTokenView } from '~/server/tokens/contract'
import { AdminFrame } from '../AdminFrame'
import { NewPanel } from '../NewPanel'
import { TokenFields } from './TokenFields'
import { HERE, type ServiceTokenState, tokenForms } from './token-forms'

export const links = () => [adminStyles, formStyles].map((href) => ({ rel: 'stylesheet', href }))

const rowOf = ({ game, expiresAt, lastUsedAt, ...token }: ServiceTokenView, format: Format) => ({
  ...token,
  game: game?.title ?? null,
  used: lastUsedAt && { time: lastUsedAt, text: `${format.moment(new Date(lastUsedAt))} UTC` },
  ends: { time: expiresAt, text: format.day(new Date(expiresAt)) }
})

export const loader = page('Admin', async ({ services, ctx, t, url, format }) => {
  const [tokens, games] = await Promise.all([services.serviceTokens.list(ctx), services.games.list(ctx)])
  return {
    title: t('tokens:service.title'),
    tokens: tokens.map((token) => rowOf(token, format)),
    games: games.map(({ id, title }) => ({ id, title })),
    adding: url.searchParams.has('new')
  }
})

export const action = tokenForms

const COLUMNS = ['name', 'game', 'may', 'made_by', 'used', 'ends'] as const
const labelOf = (column: (typeof COLUMNS)[number]) =>
  column === 'made_by' ? 'tokens:service.made_by' : `tokens:${column}`

type Row = ReturnType<typeof useLoaderData<typeof loader>>['tokens'][number]

function TokenRow({ id, name, hint, scopes, game, madeBy, used, ends, expired }: Row) {
  const t = useText()
  return (
    <tr>
      <th scope="row">
        <span className="primary-cell">
          <bdi>{name}</bdi>
          <span className="sub mono">{hint}…</span>
        </span>
      </th>
      <td data-label={t('tokens:game')}>
        <bdi>{game ?? t('tokens:service.platform')}</bdi>
      </td>
      <td className="mono small" data-label={t('tokens:may')}>
        {scopes.join(' ')}
      </td>
      <td data-label={t('tokens:service.made_by')}>
        <bdi>{madeBy ?? '–'}</bdi>
      </td>
      <td data-label={t('tokens:used')}>
        {used ? <time dateTime={used.time}>{used.text}</time> : t('tokens:never')}
      </td>
      <td data-label={t('tokens:ends')}>
        {expired ? t('tokens:expired') : <time dateTime={ends.time}>{ends.text}</time>}
      </td>
      <td className="end">
        <Confirm
          label={t('tokens:revoke')}
          classes="sm"
          name={t('tokens:revoke_of', { name })}
          question={t('tokens:revoke_question', { name })}
          confirm={t('tokens:revoke')}
          action={HERE}
          fields={{ intent: 'revoke', id }}
          danger
        />
      </td>
    </tr>
  )
}

export default function ServiceTokens() {
  const { title, tokens, games, adding } = useLoaderData<typeof loader>()
  const t = useText()
  const state = useFormState('create') as ServiceTokenState | null
  const made = state?.made
  const open = !made && (adding || state !== null)
  const columns = [
    ...COLUMNS.map((name) => ({ text: t(labelOf(name)) })),
    { text: t('tokens:revoke'), silent: true }
  ]
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>{title}</h1>
        <div className="actions">
          {!open && (
            <a className="btn primary" href={`${HERE}?new`}>
              {t('tokens:new')}
            </a>
          )}
        </div>
      </div>
      <div className="stack-16">
        <p className="muted">{t('tokens:service.text')}</p>
        {made && (
          <div className="token-once" role="status">
            <strong>{t('tokens:made', { name: made.name })}</strong>
            <CopyField value={made.token} label={t('tokens:copy')} />
          </div>
        )}
        {open && (
          <NewPanel
            title={t('tokens:new')}
            href={HERE}
            first={false}
            more={<TokenFields games={games} state={state} />}
            submit={t('tokens:create')}
          >
            {null}
          </NewPanel>
        )}
        {tokens.length > 0 && (
          <Table label={title} className="cards" columns={columns}>
            {tokens.map((token) => (
              <TokenRow key={token.id} {...token} />
            ))}
          </Table>
        )}
        {tokens.length === 0 && !open && (
          <EmptyState icon={KeyRoundIcon} title={t('tokens:service.none')}>
            {t('tokens:service.none_text')}
          </EmptyState>
        )}
      </div>
    </AdminFrame>
  )
}
