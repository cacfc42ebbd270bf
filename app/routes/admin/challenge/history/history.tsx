import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { Confirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { ListFoot } from '~/app/components/table/ListFoot'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import { pageFrom } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import historyStyles from '~/app/styles/patterns/history.css?url'
import logsStyles from '~/app/styles/patterns/logs.css?url'
import type { VersionField } from '~/server/challenges/versions/contract'
import { AdminFrame } from '../../AdminFrame'
import { ChallengeHead } from '../ChallengeHead'
import { loadChallengeHead } from '../challenge-of'
import { historyForms } from './history-forms'
import { FIELD_LABELS, VersionDiff } from './VersionDiff'
import { changesOf } from './version-diff'

export const links = () =>
  [adminStyles, logsStyles, historyStyles].map((href) => ({ rel: 'stylesheet', href }))

const VERSIONS_PER_PAGE = 30

export const loader = page('challenges', async (args) => {
  const { services, ctx, t, url, format } = args
  const { game, challenge, head } = await loadChallengeHead(args)
  const requested = url.searchParams.get('version')
  const number = requested ? idOf(requested) : null
  const [{ rows, ...place }, opened] = await Promise.all([
    pageFrom(url.searchParams.get('page'), VERSIONS_PER_PAGE, (part) =>
      services.challenges.versions(ctx, game.id, challenge.id, part)
    ),
    number === null ? null : services.challenges.version(ctx, game.id, challenge.id, number)
  ])
  const versions = rows.map(({ number, time, user, changed }) => {
    const at = new Date(time)
    const text = `${format.day(at)}, ${format.clock(at)}`
    return { number, user, changed: changed as VersionField[], time: { at: time, text } }
  })
  return {
    title: t('history:title', { title: challenge.title }),
    head,
    version: challenge.version,
    versions,
    place,
    opened: opened && {
      number: opened.number,
      changes: opened.before && changesOf(opened.before, opened.content)
    }
  }
})

export const action = historyForms

export default function History() {
  const { head, opened, versions, place } = useLoaderData<typeof loader>()
  const state = useFormState('restore')
  const t = useText()
  return (
    <AdminFrame>
      <ChallengeHead {...head} view="history" />
      <div className="stack-16">
        <FormMessage state={state} />
        {opened && <Opened />}
        {versions.length > 0 ? (
          <Versions />
        ) : (
          <EmptyState title={t('history:none')}>{t('history:none_text')}</EmptyState>
        )}
        <ListFoot place={place} label="logs:place" />
      </div>
    </AdminFrame>
  )
}

const hrefOf = ({ heading, challenge }: { heading: { id: number }; challenge: { id: number } }) =>
  `/admin/games/${heading.id}/challenges/${challenge.id}/History`

function Opened() {
  const { head, opened, version } = useLoaderData<typeof loader>()
  const t = useText()
  if (!opened) return null
  const { number, changes } = opened
  return (
    <Panel title={t('history:version', { number })} body="stack-16">
      {changes ? <VersionDiff changes={changes} /> : <p className="muted">{t('history:oldest')}</p>}
      <div className="row">
        <p className="muted">{t('history:restore_text')}</p>
        <Confirm
          classes="push"
          label={t('history:restore')}
          question={t('history:restore_question', { number })}
          confirm={t('history:restore')}
          action={hrefOf(head)}
          fields={{ intent: 'restore', number, version }}
        />
      </div>
    </Panel>
  )
}

const COLUMNS = ['version', 'time', 'user', 'changed']

function Versions() {
  const { title, head, opened, versions } = useLoaderData<typeof loader>()
  const t = useText()
  const column = (key: string) => t(`history:column.${key}`)
  const href = hrefOf(head)
  return (
    <Table label={title} className="cards" columns={COLUMNS.map((key) => ({ text: column(key) }))}>
      {versions.map(({ number, time, user, changed }) => (
        <tr key={number}>
          <th scope="row">
            <a
              href={`${href}?version=${number}`}
              aria-current={opened?.number === number ? 'true' : undefined}
            >
              {t('history:version', { number })}
            </a>
          </th>
          <td className="nowrap muted" data-label={column('time')}>
            <time dateTime={time.at}>{time.text}</time>
          </td>
          <td data-label={column('user')}>
            {user ? (
              <a className="plain" href={`/admin/Users?user=${user.id}`}>
                <bdi>{user.name}</bdi>
              </a>
            ) : (
              <span className="faint">–</span>
            )}
          </td>
          <td data-label={column('changed')}>
            {changed.length > 0
              ? changed.map((field) => t(FIELD_LABELS[field])).join(', ')
              : t('history:first')}
          </td>
        </tr>
      ))}
    </Table>
  )
}
