import type { ReactNode } from 'react'
import { Confirm } from '~/app/components/form/Confirm'
import { CopyField } from '~/app/components/form/CopyField'
import { Table } from '~/app/components/table/Table'
import type { Format } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import type { Scope } from '~/server/tokens/constants'
import type { TokenView } from '~/server/tokens/contract'

export interface TokenRow {
  id: string
  name: string
  hint: string
  scopes: Scope[]
  /** Null: no single game. */
  game: string | null
  /** Null: never. */
  used: { time: string; text: string } | null
  ends: { time: string; text: string }
  expired: boolean
}

type Listed = Pick<TokenView, 'id' | 'name' | 'hint' | 'game' | 'lastUsedAt' | 'expiresAt' | 'expired'> & {
  scopes: Scope[]
}

export const tokenRow = (token: Listed, format: Format): TokenRow => ({
  ...{ id: token.id, name: token.name, hint: token.hint, scopes: token.scopes, expired: token.expired },
  game: token.game?.title ?? null,
  used: token.lastUsedAt
    ? { time: token.lastUsedAt, text: `${format.moment(new Date(token.lastUsedAt))} UTC` }
    : null,
  ends: { time: token.expiresAt, text: format.day(new Date(token.expiresAt)) }
})

interface TokenTableProps<R extends TokenRow> {
  label: string
  rows: R[]
  anyGame: string
  /** Where the form to revoke one is sent. */
  action: string
  /** A further column. */
  more?: { text: string; of(row: R): ReactNode }
}

export function TokenTable<R extends TokenRow>({ label, rows, anyGame, action, more }: TokenTableProps<R>) {
  const t = useText()
  const text = (name: 'name' | 'game' | 'may' | 'used' | 'ends') => ({ text: t(`tokens:${name}`) })
  const columns = [
    ...[text('name'), text('game'), text('may'), ...(more ? [{ text: more.text }] : [])],
    ...[text('used'), text('ends'), { text: t('tokens:revoke'), silent: true }]
  ]
  return (
    <Table label={label} className="cards" columns={columns}>
      {rows.map((row) => (
        <Row key={row.id} {...row} {...{ anyGame, action }}>
          {more && <td data-label={more.text}>{more.of(row)}</td>}
        </Row>
      ))}
    </Table>
  )
}

type RowProps = TokenRow & { anyGame: string; action: string; children: ReactNode }

function Row({ id, name, hint, scopes, game, used, ends, expired, anyGame, action, children }: RowProps) {
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
        <bdi>{game ?? anyGame}</bdi>
      </td>
      <td className="mono small" data-label={t('tokens:may')}>
        {scopes.join(' ')}
      </td>
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
