import { Checks } from '~/app/components/form/Checks'
import { Confirm } from '~/app/components/form/Confirm'
import { CopyField } from '~/app/components/form/CopyField'
import { Field, SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { PasswordField } from '~/app/components/form/PasswordField'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/islands/runtime/words/text'
import { useFormState } from '~/app/request/form-state'
import { LONGEST_TOKEN_NAME, MOST_DAYS, type Scope } from '~/server/tokens/constants'
import { formOf, Section } from './Section'
import type { TokenState } from './token-forms'

export interface TokenRow {
  id: string
  name: string
  hint: string
  scopes: Scope[]
  /** Null: all games. */
  game: string | null
  /** Null: never. */
  used: { time: string; text: string } | null
  ends: { time: string; text: string }
  expired: boolean
}

interface TokensProps {
  rows: TokenRow[]
  games: { id: number; title: string }[]
  scopes: Scope[]
}

export function Tokens({ rows, games, scopes }: TokensProps) {
  const t = useText()
  const state = useFormState('token') as TokenState | null
  return (
    <Section title={t('tokens:title')} text={t('tokens:text')} anchor="tokens">
      {state?.made && (
        <div className="token-once" role="status">
          <strong>{t('tokens:made', { name: state.made.name })}</strong>
          <CopyField value={state.made.token} label={t('tokens:copy')} />
        </div>
      )}
      {rows.length > 0 ? <List rows={rows} /> : <p className="muted small">{t('tokens:none')}</p>}
      <details className="new-token" open={state !== null && !state.made}>
        <summary className="btn">{t('tokens:new')}</summary>
        <NewToken state={state?.made ? null : state} games={games} scopes={scopes} />
      </details>
    </Section>
  )
}

const COLUMNS = ['name', 'game', 'may', 'used', 'ends'] as const

function List({ rows }: { rows: TokenRow[] }) {
  const t = useText()
  return (
    <Table
      label={t('tokens:list')}
      className="cards"
      columns={[
        ...COLUMNS.map((name) => ({ text: t(`tokens:${name}`) })),
        { text: t('tokens:revoke'), silent: true }
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id} {...row} />
      ))}
    </Table>
  )
}

function Row({ id, name, hint, scopes, game, used, ends, expired }: TokenRow) {
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
        <bdi>{game ?? t('tokens:all_games')}</bdi>
      </td>
      <td className="mono small" data-label={t('tokens:may')}>
        {scopes.join(' ')}
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
          action="/account/Profile"
          fields={{ intent: 'revoke', id }}
          danger
        />
      </td>
    </tr>
  )
}

type NewTokenProps = Omit<TokensProps, 'rows'> & { state: TokenState | null }

function NewToken({ state, games, scopes }: NewTokenProps) {
  const t = useText()
  return (
    <form {...formOf('tokens')}>
      <FormMessage state={state} />
      <input type="hidden" name="intent" value="token" />
      <div className="form-grid">
        <Field name="name" label={t('tokens:name')} state={state} maxLength={LONGEST_TOKEN_NAME} required />
        <SelectField name="game" label={t('tokens:game')} state={state} defaultValue="">
          <option value="">{t('tokens:all_games')}</option>
          {games.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        <Field
          name="days"
          type="number"
          label={t('tokens:days')}
          hint={t('tokens:days_hint')}
          state={state}
          min={1}
          max={MOST_DAYS}
          defaultValue="30"
          required
        />
        <PasswordField state={state} />
      </div>
      <Checks
        prefix="scope"
        legend={t('tokens:may')}
        error={state?.errors.scopes}
        boxes={scopes.map((scope) => ({
          value: scope,
          label: (
            <>
              <code>{scope}</code>
              <span className="hint">{t(`tokens:scope.${scope}`)}</span>
            </>
          ),
          checked: state ? state.values[`scope_${scope}`] !== undefined : scope === 'read'
        }))}
      />
      <p className="hint">{t('tokens:note')}</p>
      <div>
        <button type="submit" className="btn">
          {t('tokens:create')}
        </button>
      </div>
    </form>
  )
}
