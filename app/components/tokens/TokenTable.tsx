import type { ReactNode } from 'react'
import { Confirm } from '~/app/components/form/Confirm'
import { CopyField } from '~/app/components/form/CopyField'
import { Table } from '~/app/components/table/Table'
import type { Format } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Scope } from '~/server/tokens/constants'
import type { TokenView } from '~/server/tokens/contract'

/** Columns that every list of tokens shows. */
export interface ListedToken {
  id: string
  name: string
  hint: string
  /** Null: never. */
  used: { time: string; text: string } | null
  ends: { time: string; text: string }
  expired: boolean
}

/** A token whose scopes say what it may. */
export interface TokenRow extends ListedToken {
  scopes: Scope[]
  /** Null: no single game. */
  game: string | null
}

type Listed = Pick<TokenView, 'id' | 'name' | 'hint' | 'lastUsedAt' | 'expiresAt' | 'expired'>

export const listedToken = (token: Listed, format: Format): ListedToken => ({
  ...{ id: token.id, name: token.name, hint: token.hint, expired: token.expired },
  used: token.lastUsedAt
    ? { time: token.lastUsedAt, text: `${format.moment(new Date(token.lastUsedAt))} UTC` }
    : null,
  ends: { time: token.expiresAt, text: format.day(new Date(token.expiresAt)) }
})

export const tokenRow = (
  token: Listed & Pick<TokenView, 'game'> & { scopes: Scope[] },
  format: Format
): TokenRow => ({
  ...listedToken(token, format),
  scopes: token.scopes,
  game: token.game?.title ?? null
})

interface TokenColumn<R> {
  text: string
  className?: string
  of(row: R): ReactNode
}

/** Game and scopes. `anyGame`: what a token for no single game is for. */
export function useScopeColumns(anyGame: string): TokenColumn<TokenRow>[] {
  const t = useText()
  return [
    { text: t('tokens:game'), of: ({ game }) => <bdi>{game ?? anyGame}</bdi> },
    { text: t('tokens:may'), className: 'mono small', of: ({ scopes }) => scopes.join(' ') }
  ]
}

interface TokenTableProps<R extends ListedToken> {
  label: string
  rows: R[]
  /** Between the name and the last use. */
  columns: TokenColumn<R>[]
  /** The address to which the form to revoke a token is sent. */
  action: string
}

export function TokenTable<R extends ListedToken>({ label, rows, columns, action }: TokenTableProps<R>) {
  const t = useText()
  const text = (name: 'name' | 'used' | 'ends') => ({ text: t(`tokens:${name}`) })
  const heads = [
    ...[text('name'), ...columns.map((column) => ({ text: column.text }))],
    ...[text('used'), text('ends'), { text: t('tokens:revoke'), silent: true }]
  ]
  return (
    <Table label={label} className="cards" columns={heads}>
      {rows.map((row) => (
        <Row key={row.id} {...row} action={action}>
          {columns.map((column) => (
            <td key={column.text} className={column.className} data-label={column.text}>
              {column.of(row)}
            </td>
          ))}
        </Row>
      ))}
    </Table>
  )
}

type RowProps = ListedToken & { action: string; children: ReactNode }

function Row({ id, name, hint, used, ends, expired, action, children }: RowProps) {
  const t = useText()
  return (
    <tr>
      <th scope="row">
        <span className="primary-cell">
          <bdi>{name}</bdi>
          <span className="sub mono">{hint}…</span>
        </span>
      </th>
      {children}
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
          action={action}
          fields={{ intent: 'revoke', id }}
          danger
        />
      </td>
    </tr>
  )
}

/** The only place that shows a new token. */
export function TokenOnce({ name, token }: { name: string; token: string }) {
  const t = useText()
  return (
    <div className="token-once" role="status">
      <strong>{t('tokens:made', { name })}</strong>
      <CopyField value={token} label={t('tokens:copy')} />
    </div>
  )
}
