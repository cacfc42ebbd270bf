import { CheckIcon } from '~/app/components/icons'
import { EyeOffIcon } from '~/app/components/staff-icons'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useText } from '~/app/i18n/text'

type Seen = 'live' | 'still' | 'marked' | 'hidden' | 'none'

/** What outsiders, a team and staff see while the board stands still (docs/rules/freeze.md#who-sees-what). */
const ROWS: [what: string, outsiders: Seen, team: Seen, staff: Seen][] = [
  ['board', 'still', 'marked', 'live'],
  ['solves', 'hidden', 'hidden', 'live'],
  ['values', 'still', 'still', 'live'],
  ['own', 'hidden', 'live', 'live'],
  ['corrections', 'hidden', 'hidden', 'live'],
  ['feeds', 'still', 'still', 'still'],
  ['webhooks', 'none', 'none', 'hidden']
]
const READERS = ['outsiders', 'team', 'staff'] as const

function Cell({ seen }: { seen: Seen }) {
  const t = useText()
  return (
    <span className={seen === 'live' ? 'sees live' : 'sees'}>
      {seen === 'live' && <CheckIcon />}
      {seen === 'hidden' && <EyeOffIcon />}
      {t(`admin:freeze.sees.${seen}`)}
    </span>
  )
}

export function FreezeTable() {
  const t = useText()
  const title = t('admin:freeze.who')
  return (
    <div className="stack">
      <h3 id="who-sees">{title}</h3>
      <p className="hint">{t('admin:freeze.who_text')}</p>
      <TableWrap label={title}>
        <table className="table cards" aria-labelledby="who-sees">
          <thead>
            <tr>
              <th scope="col">{t('admin:freeze.during')}</th>
              {READERS.map((reader) => (
                <th key={reader} scope="col">
                  {t(`admin:freeze.reader.${reader}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([what, ...seen]) => (
              <tr key={what}>
                <th scope="row">
                  <div>
                    {t(`admin:freeze.what.${what}`)}
                    <span className="sub">{t(`admin:freeze.note.${what}`)}</span>
                  </div>
                </th>
                {READERS.map((reader, place) => (
                  <td key={reader} data-label={t(`admin:freeze.reader.${reader}`)}>
                    <Cell seen={seen[place]!} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </div>
  )
}
