import { useState } from 'react'
import { Banner } from '~/app/components/Banner'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Scoreboard } from '~/scoring/rules'
import { type VerifiedLedger, verifyLedgerFile } from '~/scoring/rules/ledger-file'
import { fetchJson, fetchOk } from '../runtime/calls'
import { linesOf } from '../runtime/lines'
import { browserCrypto } from './browser-crypto'

interface LedgerCheckProps {
  gameId: number
}

interface Checked {
  ledger: VerifiedLedger
  same: boolean
}

async function check(gameId: number): Promise<Checked> {
  const crypto = browserCrypto()
  if (!crypto) throw new Error('WebCrypto is for secure pages only')
  const [answer, board] = await Promise.all([
    fetchOk(`/api/game/${gameId}/ledger`),
    fetchJson<Scoreboard>(`/api/game/${gameId}/scoreboard`)
  ])
  const ledger = await verifyLedgerFile(linesOf(answer), crypto)
  const { ranking } = ledger.state
  const same =
    ranking.length === board.items.length &&
    board.items.every(({ participationId, score, rank }, index) => {
      const team = ranking[index]!
      return team.id === participationId && team.score === score && team.rank === rank
    })
  return { ledger, same }
}

export function LedgerCheck({ gameId }: LedgerCheckProps) {
  const t = useText()
  const { number } = useFormat()
  const [state, setState] = useState<'ready' | 'checking' | 'failed' | Checked>('ready')
  const start = () => {
    setState('checking')
    check(gameId).then(setState, () => setState('failed'))
  }
  const done = typeof state === 'object' ? state : null
  const fault = done?.ledger.fault ?? null
  return (
    <div className="stack-16 js-only">
      <div className="row">
        <button type="button" className="btn primary" disabled={state === 'checking'} onClick={start}>
          {t(state === 'checking' ? 'ledger:checking' : 'ledger:check')}
        </button>
      </div>
      {state === 'failed' && <Banner tone="bad">{t('ledger:failed')}</Banner>}
      {fault && (
        <Banner tone="bad">
          {fault.what === 'outside' ? t('ledger:renamed') : t('ledger:bad', { seq: number(fault.seq) })}
        </Banner>
      )}
      {done && !fault && (
        <Banner
          tone={done.same ? 'ok' : 'bad'}
          title={t('ledger:good', {
            entries: number(done.ledger.entries),
            checkpoints: number(done.ledger.checkpoints)
          })}
        >
          {t(done.same ? 'ledger:same' : 'ledger:other')}{' '}
          {done.ledger.signed === null && t('ledger:unchecked')}
          {done.ledger.signed === false && t('ledger:unsigned')}{' '}
          {done.ledger.outsideSigned === false && t('ledger:names_unsigned')}
        </Banner>
      )}
    </div>
  )
}
