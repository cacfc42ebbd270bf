import { CheckIcon } from '~/app/components/icons'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useText } from '~/app/i18n/text'
import { ACTIONS, GAME_ACTIONS, GAME_ROLES, roleMay } from '~/server/access/constants'

/** What each role may do, as the policy itself says (docs/rules/game-staff.md#actions). */
export function RolesTable() {
  const t = useText()
  const label = t('staff:table')
  return (
    <TableWrap label={label}>
      <table className="table dense roles-t" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('staff:action_head')}</th>
            {GAME_ROLES.map((role) => (
              <th scope="col" key={role}>
                {t(`staff:role.${role}`)}
              </th>
            ))}
            <th scope="col">{t('staff:platform')}</th>
          </tr>
        </thead>
        <tbody>
          {ACTIONS.map((action) => (
            <tr key={action}>
              <th scope="row">{t(`staff:action.${action}`)}</th>
              {GAME_ROLES.map((role) => (
                <td key={role}>
                  <May yes={roleMay(role, action)} />
                </td>
              ))}
              <td>{t(`staff:least.${GAME_ACTIONS[action].least}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  )
}

function May({ yes }: { yes: boolean }) {
  const t = useText()
  if (yes)
    return (
      <>
        <CheckIcon />
        <span className="sr">{t('staff:yes')}</span>
      </>
    )
  return (
    <>
      <span className="faint" aria-hidden="true">
        –
      </span>
      <span className="sr">{t('staff:no')}</span>
    </>
  )
}
