import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { wordsOf } from '~/app/islands/logs/list'
import type { AuditView } from '~/server/logs/contract'
import type { Difference } from './difference'
import { targetHref } from './target-link'

interface AuditRow extends Pick<AuditView, 'id' | 'actor' | 'token' | 'maker' | 'ip' | 'action' | 'target'> {
  time: { at: string; text: string }
  changes: Difference[]
}

const COLUMNS = ['time', 'actor', 'action', 'target', 'change', 'ip']

export function AuditTable({ label, rows }: { label: string; rows: AuditRow[] }) {
  const t = useText()
  const head = (key: string) => t(`logs:column.${key}`)
  return (
    <Table label={label} className="cards feed-table" columns={COLUMNS.map((key) => ({ text: head(key) }))}>
      {rows.map(({ id, time, actor, token, maker, ip, action, target, changes }) => (
        <tr key={id}>
          <td className="mono small fit" data-label={head('time')}>
            <time dateTime={time.at}>{time.text}</time>
          </td>
          <td data-label={head('actor')}>
            {actor ? (
              <a className="plain" href={`/admin/Users?user=${actor.id}`}>
                <bdi>{actor.name}</bdi>
              </a>
            ) : token ? (
              <bdi>{t(maker ? 'logs:token_of' : 'logs:token', { name: token, maker: maker ?? '' })}</bdi>
            ) : (
              <span className="faint">{t(ip ? 'logs:Anonymous' : 'logs:platform')}</span>
            )}
            {actor && token && (
              <span className="sub">
                <bdi>{t('tokens:by', { name: token })}</bdi>
              </span>
            )}
          </td>
          <td className="action" data-label={head('action')}>
            {wordsOf(t, action)}
          </td>
          <td data-label={head('target')}>
            <Target target={target} />
          </td>
          <td className="event" data-label={head('change')}>
            <Changes changes={changes} />
          </td>
          <td className="mono small wrap" data-label={head('ip')}>
            {ip || '–'}
          </td>
        </tr>
      ))}
    </Table>
  )
}

const KINDS = new Set([
  'user',
  'team',
  'game',
  'challenge',
  'post',
  'participation',
  'notice',
  'settings',
  'file',
  'instance',
  'engine',
  'image',
  'registry',
  'trash'
])

/** Kind and name of the target, or its number when it is deleted. */
function Target({ target }: { target: AuditView['target'] }) {
  const t = useText()
  const { kind, id, name } = target
  const href = targetHref(target)
  const word = KINDS.has(kind) ? t(`logs:kind.${kind}`) : kind
  const called = name ?? (id.length > 16 ? `${id.slice(0, 8)}…` : id)
  const whole = (
    <>
      <span className="faint">{word}</span> {name ? <bdi>{called}</bdi> : <code>{called}</code>}
    </>
  )
  if (!href) return <span title={`${kind}:${id}`}>{whole}</span>
  return (
    <a className="plain" href={href}>
      {whole}
    </a>
  )
}

const MAX_UNFOLDED = 3

function Changes({ changes }: { changes: Difference[] }) {
  const t = useText()
  if (changes.length === 0) return <span className="faint">–</span>
  const list = (
    <ul className="changes">
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          {name && <code className="faint">{name}</code>}
          {before !== null && <Value as="del" label={t('logs:before')} text={before} />}
          {after !== null && <Value as="ins" label={t('logs:after')} text={after} />}
        </li>
      ))}
    </ul>
  )
  if (changes.length <= MAX_UNFOLDED) return list
  return (
    <details>
      <summary>{t('logs:changes', { count: changes.length })}</summary>
      {list}
    </details>
  )
}

function Value({ as: Mark, label, text }: { as: 'del' | 'ins'; label: string; text: string }) {
  const t = useText()
  return (
    <Mark>
      <span className="sr">{label} </span>
      {text === '' ? <i className="faint">{t('logs:empty')}</i> : <bdi>{text}</bdi>}
    </Mark>
  )
}
