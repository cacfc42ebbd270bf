import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { EmptyState } from '~/app/components/EmptyState'
import { AwardSums } from '~/app/components/game/AwardSums'
import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { ListFoot } from '~/app/components/table/ListFoot'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { form } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import { pageFrom } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import correctionStyles from '~/app/styles/patterns/corrections.css?url'
import { mayIn } from '~/server/access/contract'
import { MAX_DRAFTS } from '~/server/corrections/constants'
import type { DraftView } from '~/server/corrections/contract'
import { AdminFrame } from '../../AdminFrame'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { CorrectionForm } from './CorrectionForm'
import { kindOf } from './correction-query'
import { type DraftRow, Drafts, SecondPerson } from './Drafts'

export const links = () => [adminStyles, correctionStyles].map((href) => ({ rel: 'stylesheet', href }))

const PAGE_SIZE = 30
const listOf = (gameId: number) => `/admin/games/${gameId}/Corrections`

/** A draft as the list shows it. */
const draftRow = ({ id, kind, reason, by, own, time, challenges, teams, effect }: DraftView): DraftRow => ({
  ...{ id, kind, reason, by, own, time, gain: effect.gain, lose: effect.lose },
  names: [...challenges.map(({ title }) => title), ...teams.map(({ name }) => name)]
})

export const loader = page('corrections', async (args) => {
  const { services, ctx, url, t, actor } = args
  const { game, heading } = await loadGameHead(args)
  let options = { open: true, second: false }
  const { rows, ...place } = await pageFrom(url.searchParams.get('page'), PAGE_SIZE, async (part) => {
    const found = await services.corrections.list(ctx, game.id, part)
    options = { open: found.public, second: found.second }
    return found
  })
  const drafts = await services.corrections.drafts.list(ctx, game.id, {
    count: MAX_DRAFTS,
    skip: 0,
    state: 'open'
  })
  const challenges = await services.corrections.challenges(ctx, game.id)
  const teams = await services.corrections.teams(ctx, game.id)
  const divisions = game.organizations ?? []
  const title = `${t('corrections:title')} · ${game.title}`
  // Moved teams are listed on each correction's page.
  const corrections = rows.map(({ effect: { gain, lose, bloods }, ...row }) => ({
    ...row,
    gain,
    lose,
    bloods: bloods.length
  }))
  const kind = kindOf(url.searchParams)
  // Values that a link proposes for the form, such as the time in which a challenge took no flags.
  const proposed = Object.fromEntries(url.searchParams)
  return {
    title,
    heading,
    ...options,
    maySet: mayIn(actor, game.id, 'settings'),
    drafts: drafts.data.map(draftRow),
    corrections,
    hills: await services.awards.sums(ctx, game.id),
    place,
    challenges,
    teams,
    divisions,
    kind,
    proposed,
    now: ctx.now.getTime()
  }
})

const choice = z.enum(['true', 'false'])

export const action = form({
  act: 'corrections',
  schema: z.object({ public: choice.optional(), second: choice.optional() }),
  async run({ services, ctx, params, input }) {
    const gameId = idOf(params.id)
    if (input.public) await services.corrections.setPublic(ctx, gameId, input.public === 'true')
    if (input.second) await services.corrections.setSecond(ctx, gameId, input.second === 'true')
    return redirectWith(listOf(gameId), { tone: 'ok', key: 'admin:saved' })
  }
})

type Row = ReturnType<typeof useLoaderData<typeof loader>>['corrections'][number]

function Whom({ row: { challenges, teams, extension } }: { row: Row }) {
  const t = useText()
  const { number } = useFormat()
  const names = [...challenges.map(({ title }) => title), ...teams.map(({ name }) => name)]
  if (extension) names.push(extension.division ?? t('corrections:whole_game'))
  return (
    <>
      {names.slice(0, 3).map((name) => (
        <bdi key={name} className="line">
          {name}
        </bdi>
      ))}
      {names.length > 3 && <span className="sub">+{number(names.length - 3)}</span>}
    </>
  )
}

function CorrectionRow({ row, base, now }: { row: Row; base: string; now: number }) {
  const t = useText()
  const { number } = useFormat()
  const { kind, points, reason, undone } = row
  return (
    <tr>
      <th scope="row">
        <div>
          <b className={undone ? 'undone' : undefined}>
            {number(row.number)} · {t(`corrections:kind.${kind}`)}
          </b>
          <span className="sub">
            <bdi>{reason}</bdi>
          </span>
          {undone && (
            <span className="sub">
              {t('corrections:undone')}: <bdi>{undone.reason}</bdi>
            </span>
          )}
        </div>
      </th>
      <td data-label={t('corrections:concerns')}>
        <div>
          <Whom row={row} />
        </div>
      </td>
      <td className="num nowrap" data-label={t('corrections:effect')}>
        <div>
          {points !== null && (
            <span className="line">{points > 0 ? `+${number(points)}` : number(points)}</span>
          )}
          <span className="sub">
            {t('corrections:gain')} {number(row.gain)} · {t('corrections:lose')} {number(row.lose)}
          </span>
        </div>
      </td>
      <td className="nowrap" data-label={t('corrections:by')}>
        <div>
          {row.by ?? '–'}
          {row.confirmedBy && `, ${row.confirmedBy}`}
          <span className="sub">
            <Moment time={row.time} now={now} />
          </span>
        </div>
      </td>
      <td className="end">
        {undone ? (
          <span className="badge">{t('corrections:undone')}</span>
        ) : (
          kind !== 'window' && (
            <a className="btn sm" href={`${base}/Preview?undo=${row.number}`}>
              {t('corrections:undo')}
            </a>
          )
        )}
      </td>
    </tr>
  )
}

function Visibility({ open }: { open: boolean }) {
  const t = useText()
  return (
    <form method="post" className="row mt">
      <span className="hint">{t(open ? 'corrections:public_on' : 'corrections:public_off')}</span>
      <button type="submit" className="btn sm" name="public" value={String(!open)}>
        {t(open ? 'corrections:make_private' : 'corrections:make_public')}
      </button>
    </form>
  )
}

export default function Corrections() {
  const {
    heading,
    open,
    second,
    maySet,
    drafts,
    corrections,
    hills,
    place,
    challenges,
    teams,
    divisions,
    kind,
    proposed,
    now
  } = useLoaderData<typeof loader>()
  const t = useText()
  const base = listOf(heading.id)
  const head = ['what', 'concerns', 'effect', 'by'] as const
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Corrections"
        title={t('corrections:title')}
        actions={
          <>
            <a className="btn" href={`/admin/games/${heading.id}/ExtraTime`}>
              {t('extra:title')}
            </a>
            <a className="btn" href={`/admin/games/${heading.id}/WhatIf`}>
              {t('whatif:title')}
            </a>
          </>
        }
      />
      <div className="correct">
        <div id="new">
          <Panel title={t('corrections:new')} body="stack-16">
            <CorrectionForm
              {...{ kind, challenges, teams, divisions }}
              gameId={heading.id}
              state={{ intent: '', values: proposed, errors: {}, message: null }}
            />
          </Panel>
        </div>
        <div className="stack-16">
          <Drafts {...{ drafts, base, now }} />
          {corrections.length === 0 ? (
            <EmptyState title={t('corrections:none')}>{t('corrections:none_text')}</EmptyState>
          ) : (
            <Table
              label={t('corrections:title')}
              className="cards"
              columns={[
                ...head.map((name) => ({ text: t(`corrections:${name}`), num: name === 'effect' })),
                { text: t('corrections:undo'), silent: true }
              ]}
            >
              {corrections.map((row) => (
                <CorrectionRow key={row.number} {...{ row, base, now }} />
              ))}
            </Table>
          )}
          <ListFoot place={place} label="corrections:place" />
          <AwardSums sums={hills} now={now} corrections={base} />
          <Visibility open={open} />
          <SecondPerson on={second} maySet={maySet} />
        </div>
      </div>
    </AdminFrame>
  )
}
