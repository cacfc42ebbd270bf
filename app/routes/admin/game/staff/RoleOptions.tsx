import { useText } from '~/app/i18n/text'
import { GAME_ROLES } from '~/server/access/constants'

export function RoleOptions() {
  const t = useText()
  return GAME_ROLES.map((role) => (
    <option key={role} value={role}>
      {t(`staff:role.${role}`)}
    </option>
  ))
}
