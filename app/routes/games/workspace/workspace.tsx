import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { GameBar, reasonOf } from '~/app/components/game/GameBar'
import { Main } from '~/app/components/shell/Main'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useText } from '~/app/i18n/text'
import refresh from '~/app/islands/refresh'
import { Island } from '~/app/islands/runtime/island'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import gameStyles from '~/app/styles/patterns/game.css?url'
import styles from '~/app/styles/patterns/workspace.css?url'
import { RATES } from '~/server/limits/contract'
import type { ParticipationStatus } from '~/server/participations/contract'
import { idParam } from '~/server/platform/wire'
import { noteInput } from '~/server/workspace/contract'
import { GameNews } from '../GameNews'
import { claimForm } from './claim-fields'
import { Row } from './Row'

export const links = () => [gameStyles, styles].map((href) => ({ rel: 'stylesheet', href }))

const POLL_SECONDS = 10

/** The reason why the reader has no workspace in a game; null if there is one. */
function closedFor(
  { status, start }: { status: ParticipationStatus; start: string },
  now: Date
): string | null {
  if (status !== 'Accepted') return reasonOf(status)
  return Date.parse(start) > now.getTime() ? 'games:back.not_started' : null
}

/** Claims of the reader's team on challenges, and its notes (docs/rules/teams.md#workspace). */
export const loader = page('User', async (args) => {
  const { services, ctx, params, t } = args
  const id = idOf(params.id)
  const { content: _, ...game } = await services.games.one(ctx, id)
  const closed = closedFor(game, ctx.now)
  if (closed) throw redirectWith(`/games/${id}`, { tone: 'warn', key: closed })
  const rows = await services.workspaces.list(ctx, id)
  return {
    title: `${t('workspace:title')} · ${game.title}`,
    ...{ game, rows, own: ctx.actor!.id, here: pathOf(args), now: ctx.now.getTime() }
  }
})

const pathTo = (id: number, challengeId: number) => `/games/${id}/Workspace#c${challengeId}`

export const action = forms({
  claim: oneForm({
    role: 'User',
    rate: RATES.write,
    schema: claimForm,
    async run({ services, ctx, params, input: { challengeId, on } }) {
      const id = idOf(params.id)
      await services.workspaces.claim(ctx, id, challengeId, on)
      return redirect(pathTo(id, challengeId), 303)
    }
  }),
  note: oneForm({
    role: 'User',
    rate: RATES.write,
    schema: noteInput.extend({ challengeId: idParam }),
    async run({ services, ctx, params, input: { challengeId, ...input } }) {
      const id = idOf(params.id)
      await services.workspaces.note(ctx, id, challengeId, input)
      return redirectWith(pathTo(id, challengeId), { tone: 'ok', key: 'workspace:saved' })
    }
  })
})

export default function Workspace() {
  const { title: _, game, rows, own, here, now } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <>
      <GameBar game={game} current="challenges" now={now} />
      <Main>
        <div className="page-head">
          <h1>{t('workspace:title')}</h1>
          <span className="sub">{t('workspace:sub')}</span>
          <div className="actions">
            <Island of={refresh} props={{ at: now, seconds: POLL_SECONDS, href: here }} />
          </div>
        </div>
        {rows.length === 0 ? (
          <EmptyState title={t('workspace:none')}>{t('workspace:none_text')}</EmptyState>
        ) : (
          <TableWrap label={t('workspace:title')}>
            <table className="table workspace cards">
              <thead>
                <tr>
                  <th scope="col">{t('workspace:challenge')}</th>
                  <th scope="col">{t('workspace:who')}</th>
                  <th scope="col">{t('workspace:note_column')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Row key={row.id} row={row} gameId={game.id} own={own} now={now} />
                ))}
              </tbody>
            </table>
          </TableWrap>
        )}
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
