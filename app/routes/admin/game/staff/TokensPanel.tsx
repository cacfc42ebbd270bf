import { Field, SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { DaysField } from '~/app/components/tokens/TokenFields'
import { type ListedToken, listedToken, TokenOnce, TokenTable } from '~/app/components/tokens/TokenTable'
import type { Format } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { TokenState } from '~/app/request/token-form'
import { AWARDS_ONLY, MAX_GAME_TOKENS, MAX_TOKEN_NAME_LENGTH } from '~/server/tokens/constants'
import type { GameTokenView, TokenRole } from '~/server/tokens/contract'
import { RoleOptions } from './RoleOptions'

interface GameTokenRow extends ListedToken {
  role: TokenRole
  madeBy: string | null
}

export const gameTokenRow = (token: GameTokenView, format: Format): GameTokenRow => ({
  ...listedToken(token, format),
  role: token.role,
  madeBy: token.madeBy
})

/** Programs that have a role in the game, as people have (docs/rules/game-staff.md#service-tokens). */
export function TokensPanel({ rows, href }: { rows: GameTokenRow[]; href: string }) {
  const t = useText()
  const state = useFormState('token') as TokenState | null
  const title = t('staff:tokens.title')
  return (
    <Panel title={title} body="stack-16">
      <p className="muted">{t('staff:tokens.text', { most: MAX_GAME_TOKENS })}</p>
      <FormMessage state={useFormState('revoke')} />
      {state?.made && <TokenOnce {...state.made} />}
      {rows.length > 0 && (
        <TokenTable
          label={title}
          rows={rows}
          columns={[
            { text: t('staff:role_head'), of: ({ role }) => t(`staff:role.${role}`) },
            { text: t('tokens:service.made_by'), of: ({ madeBy }) => <bdi>{madeBy ?? '–'}</bdi> }
          ]}
          action={href}
        />
      )}
      <details className="new-token" open={state !== null && !state.made}>
        <summary className="btn">{t('tokens:new')}</summary>
        <NewToken state={state?.made ? null : state} href={href} />
      </details>
    </Panel>
  )
}

function NewToken({ state, href }: { state: TokenState | null; href: string }) {
  const t = useText()
  return (
    <form className="stack-16" method="post" action={href}>
      <FormMessage state={state} />
      <div className="form-grid">
        <Field
          name="name"
          label={t('tokens:name')}
          state={state}
          maxLength={MAX_TOKEN_NAME_LENGTH}
          required
        />
        <SelectField name="role" label={t('staff:role_head')} state={state} defaultValue="monitor">
          <RoleOptions />
          <option value={AWARDS_ONLY}>{t('staff:role.awards')}</option>
        </SelectField>
        <DaysField state={state} />
      </div>
      <div className="row">
        <button type="submit" className="btn" name="intent" value="token">
          {t('tokens:create')}
        </button>
      </div>
    </form>
  )
}
