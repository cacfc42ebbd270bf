import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { CopyField } from '~/app/components/form/CopyField'
import { GameBar } from '~/app/components/game/GameBar'
import { DownloadIcon, HistoryIcon } from '~/app/components/icons'
import { Moment } from '~/app/components/Moment'
import { Panel } from '~/app/components/Panel'
import { Main } from '~/app/components/shell/Main'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import ledgerCheck from '~/app/islands/ledger-check'
import { Island } from '~/app/islands/runtime/island'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import styles from '~/app/styles/patterns/game.css?url'
import { GameNews } from '../GameNews'

export const links = () => [{ rel: 'stylesheet', href: styles }]

/** Checkpoints shown; the file has all. */
const SHOWN = 24

export const loader = page(async ({ services, ctx, params, url, t }) => {
  const id = idOf(params.id)
  const { content: _, ...game } = await services.games.one(ctx, id)
  const checkpoints = await services.ledgerExport.checkpoints(ctx, id)
  const standing = ctx.actor && (await services.games.standing(ctx, id))
  const receipts = standing ? await services.ledgerExport.receipts(ctx, id, standing.participationId) : []
  const frozen = game.freeze !== null && new Date(game.freeze) <= ctx.now
  return {
    title: `${t('ledger:title')} · ${game.title}`,
    game,
    checkpoints: checkpoints.slice(0, SHOWN),
    receipts,
    open: game.over && !frozen,
    file: `${url.origin}/api/game/${id}/ledger`,
    now: ctx.now.getTime()
  }
})

interface EntriesProps {
  label: string
  /** Head of the first column. */
  first: string
  entries: { seq: number; hash: string; cell: ReactNode }[]
}

function Entries({ label, first, entries }: EntriesProps) {
  const t = useText()
  const { number } = useFormat()
  return (
    <TableWrap label={label}>
      <table className="table dense">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col" className="num">
              {t('ledger:entry')}
            </th>
            <th scope="col">{t('ledger:hash')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ seq, hash, cell }) => (
            <tr key={seq}>
              <td>{cell}</td>
              <td className="num">{number(seq)}</td>
              <td>
                <code className="small">{hash}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  )
}

function Checkpoints() {
  const { checkpoints, now } = useLoaderData<typeof loader>()
  const t = useText()
  const label = t('ledger:checkpoints')
  const entries = checkpoints.map(({ time, ...entry }) => ({
    ...entry,
    cell: (
      <span className="nowrap">
        <Moment time={time} now={now} />
      </span>
    )
  }))
  return (
    <Panel title={label}>
      <Entries label={label} first={t('ledger:time')} entries={entries} />
    </Panel>
  )
}

/** The solves of the reader's team, for comparing with the ledger later. */
function Receipts() {
  const { receipts } = useLoaderData<typeof loader>()
  const t = useText()
  const label = t('ledger:receipts')
  const entries = receipts.map(({ challenge, ...entry }) => ({ ...entry, cell: <bdi>{challenge}</bdi> }))
  return (
    <Panel title={label} body="stack">
      <p className="hint">{t('ledger:receipts_text')}</p>
      <Entries label={label} first={t('ledger:challenge')} entries={entries} />
    </Panel>
  )
}

export default function Verify() {
  const { game, receipts, checkpoints, open, file, now } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <>
      <GameBar game={game} current="verify" now={now} />
      <Main className="narrow">
        <div className="page-head">
          <h1>{t('ledger:title')}</h1>
        </div>
        <div className="stack-16">
          <p>{t('ledger:text')}</p>
          {open ? (
            <>
              <Island of={ledgerCheck} props={{ gameId: game.id }} />
              <div className="row">
                <a className="btn" href={file} download>
                  <DownloadIcon />
                  {t('ledger:download')}
                </a>
                <a className="btn" href={`/games/${game.id}/Replay`}>
                  <HistoryIcon />
                  {t('replay:title')}
                </a>
              </div>
              <Panel title={t('ledger:command')}>
                <code className="flagtext">npm run event -- verify {file}</code>
              </Panel>
            </>
          ) : (
            <p className="hint">{t('ledger:not_yet')}</p>
          )}
          <Panel title={t('ledger:key')} body="stack">
            <CopyField value={game.publicKey} label={t('games:facts.copy_key')} />
            <p className="hint">{t('admin:game.public_key_hint')}</p>
          </Panel>
          <div id="receipts">{receipts.length > 0 && <Receipts />}</div>
          {checkpoints.length > 0 && <Checkpoints />}
        </div>
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
