import { FormMessage } from '~/app/components/form/FormMessage'
import { TokenFields, TokenScopes } from '~/app/components/tokens/TokenFields'
import { TokenOnce, type TokenRow, TokenTable, useScopeColumns } from '~/app/components/tokens/TokenTable'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { TokenState } from '~/app/request/token-form'
import type { Scope } from '~/server/tokens/constants'
import { OwnerField } from './OwnerField'
import { formOf, ProfileSection } from './ProfileSection'

interface TokensProps {
  rows: TokenRow[]
  games: { id: number; title: string }[]
  scopes: Scope[]
  hasPassword: boolean
}

export function Tokens({ rows, ...fields }: TokensProps) {
  const t = useText()
  const state = useFormState('token') as TokenState | null
  const columns = useScopeColumns(t('tokens:all_games'))
  return (
    <ProfileSection title={t('tokens:title')} text={t('tokens:text')} anchor="tokens">
      {state?.made && <TokenOnce {...state.made} />}
      {rows.length > 0 ? (
        <TokenTable label={t('tokens:list')} columns={columns} action="/account/Profile" rows={rows} />
      ) : (
        <p className="muted small">{t('tokens:none')}</p>
      )}
      <details className="new-token" open={state !== null && !state.made}>
        <summary className="btn">{t('tokens:new')}</summary>
        <NewToken state={state?.made ? null : state} {...fields} />
      </details>
    </ProfileSection>
  )
}

type NewTokenProps = Omit<TokensProps, 'rows'> & { state: TokenState | null }

function NewToken({ state, games, scopes, hasPassword }: NewTokenProps) {
  const t = useText()
  return (
    <form {...formOf('tokens')}>
      <FormMessage state={state} />
      <input type="hidden" name="intent" value="token" />
      <div className="form-grid">
        <TokenFields games={games} anyGame={t('tokens:all_games')} state={state} />
        <OwnerField hasPassword={hasPassword} state={state} />
      </div>
      <TokenScopes scopes={scopes.map((scope) => [scope, t(`tokens:scope.${scope}`)])} state={state} />
      <p className="hint">{t('tokens:note')}</p>
      <div>
        <button type="submit" className="btn">
          {t('tokens:create')}
        </button>
      </div>
    </form>
  )
}
