import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { KeyRoundIcon } from '~/app/components/icons'
import { TokenFields, TokenScopes } from '~/app/components/tokens/TokenFields'
import {
  TokenOnce,
  type TokenRow,
  TokenTable,
  tokenRow,
  useScopeColumns
} from '~/app/components/tokens/TokenTable'
import type { Format } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import type { TokenState } from '~/app/request/token-form'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { SERVICE_SCOPES } from '~/server/tokens/constants'
import type { ServiceTokenView } from '~/server/tokens/contract'
import { AdminFrame } from '../AdminFrame'
import { NewPanel, openedFocus } from '../NewPanel'
import { HERE, tokenForms } from './token-forms'

export const links = () => [adminStyles, formStyles].map((href) => ({ rel: 'stylesheet', href }))

interface Row extends TokenRow {
  madeBy: string | null
}

const rowOf = (token: ServiceTokenView, format: Format): Row => ({
  ...tokenRow(token, format),
  madeBy: token.madeBy
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

export default function ServiceTokens() {
  const { title, tokens, games, adding } = useLoaderData<typeof loader>()
  const t = useText()
  const anyGame = t('tokens:service.platform')
  const state = useFormState('create') as TokenState | null
  const columns = [
    ...useScopeColumns(anyGame),
    { text: t('tokens:service.made_by'), of: ({ madeBy }: Row) => <bdi>{madeBy ?? '–'}</bdi> }
  ]
  const made = state?.made
  const open = !made && (adding || state !== null)
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
        {made && <TokenOnce {...made} />}
        {open && (
          <NewPanel
            title={t('tokens:new')}
            href={HERE}
            first={false}
            more={
              <>
                <div className="form-grid">
                  <TokenFields {...{ games, anyGame, state }} focus={openedFocus(state)} />
                </div>
                <TokenScopes
                  scopes={SERVICE_SCOPES.map((scope) => [scope, t(`tokens:service.scope.${scope}`)])}
                  state={state}
                />
              </>
            }
            submit={t('tokens:create')}
          >
            {null}
          </NewPanel>
        )}
        {tokens.length > 0 && <TokenTable label={title} rows={tokens} columns={columns} action={HERE} />}
        {tokens.length === 0 && !open && (
          <EmptyState icon={KeyRoundIcon} title={t('tokens:service.none')}>
            {t('tokens:service.none_text')}
          </EmptyState>
        )}
      </div>
    </AdminFrame>
  )
}
