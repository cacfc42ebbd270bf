import { EmptyState } from '~/app/components/EmptyState'
import { FileDrop } from '~/app/components/form/FileDrop'
import { FormMessage } from '~/app/components/form/FormMessage'
import { DownloadIcon, FileArchiveIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { SuitcaseView } from '~/server/suitcases/contract'

interface OriginProps {
  gameId: number
  origin: { fingerprint: string; home: string }
}

/** For a game from a suitcase: the key that home confirms, and the results for home. */
export function Origin({ gameId, origin }: OriginProps) {
  const t = useText()
  return (
    <Panel title={t('suitcase:own')} body="stack-16">
      <p>
        {t('suitcase:own_text')} <b className="mono">{origin.fingerprint}</b>
      </p>
      <p className="muted">
        {t('suitcase:home_text')} <span className="mono">{origin.home}</span>
      </p>
      <div className="row">
        <a className="btn" href={`/api/edit/games/${gameId}/suitcases/results`} download>
          <DownloadIcon />
          {t('suitcase:download')}
        </a>
      </div>
    </Panel>
  )
}

/** Digits that tell suitcases of a game apart. */
const SHOWN_ID = 8

function Row({ one, base }: { one: SuitcaseView; base: string }) {
  const t = useText()
  const { moment, number } = useFormat()
  return (
    <tr>
      <th scope="row" className="nowrap">
        {moment(new Date(one.packed))} UTC
        <span className="sub mono">{one.id.slice(0, SHOWN_ID)}</span>
      </th>
      <td className="nowrap">{one.by !== null && <bdi>{one.by}</bdi>}</td>
      <td className={one.fingerprint ? 'mono nowrap' : 'muted nowrap'}>
        {one.fingerprint ?? t('suitcase:unconfirmed')}
      </td>
      <td>
        {one.received && (
          <>
            <span className="line nowrap">{moment(new Date(one.received))} UTC</span>
            <a href={`${base}?suitcase=${one.id}`}>{t('suitcase:look')}</a>
          </>
        )}
      </td>
      <td className="num">{number(one.merged)}</td>
    </tr>
  )
}

export function Packed({ gameId, packed, base }: { gameId: number; packed: SuitcaseView[]; base: string }) {
  const t = useText()
  const command = <code>npm run suitcase -- pack {gameId} FILE</code>
  if (packed.length === 0)
    return (
      <EmptyState title={t('suitcase:none')}>
        {t('suitcase:none_text')} {command}
      </EmptyState>
    )
  return (
    <Panel title={t('suitcase:packed')}>
      <TableWrap label={t('suitcase:packed')}>
        <table className="table">
          <thead>
            <tr>
              {(['when', 'by', 'key', 'results'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(`suitcase:${key}`)}
                </th>
              ))}
              <th scope="col" className="num">
                {t('suitcase:merged')}
              </th>
            </tr>
          </thead>
          <tbody>
            {packed.map((one) => (
              <Row key={one.id} one={one} base={base} />
            ))}
          </tbody>
        </table>
      </TableWrap>
    </Panel>
  )
}

export function Receive({ base, fault }: { base: string; fault: string | null }) {
  const t = useText()
  const state = useFormState('receive')
  const message = state?.errors.file ?? state?.message ?? fault
  return (
    <Panel title={t('suitcase:receive')}>
      <form className="stack-16" method="post" action={base} encType="multipart/form-data">
        <p className="muted">
          {t('suitcase:receive_text')} <code>npm run suitcase -- results FILE</code>
        </p>
        <FormMessage state={message ? { intent: 'receive', values: {}, errors: {}, message } : null} />
        <input type="hidden" name="intent" value="receive" />
        <FileDrop
          icon={FileArchiveIcon}
          title={t('suitcase:file')}
          hint={t('suitcase:limit')}
          name="file"
          accept=".ndjson,application/x-ndjson"
          required
        />
        <div className="row">
          <button type="submit" className="btn primary">
            {t('suitcase:check')}
          </button>
        </div>
      </form>
    </Panel>
  )
}
