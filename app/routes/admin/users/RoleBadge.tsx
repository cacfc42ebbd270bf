import { Badge } from '~/app/components/Badge'
import { ShieldIcon } from '~/app/components/hall-icons'
import { BanIcon, EyeIcon, type Icon, UserIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { Role } from '~/server/access/contract'

const LOOKS: Record<Role, { tone?: 'accent' | 'info' | 'bad'; icon: Icon }> = {
  Banned: { tone: 'bad', icon: BanIcon },
  User: { icon: UserIcon },
  Monitor: { tone: 'info', icon: EyeIcon },
  Admin: { tone: 'accent', icon: ShieldIcon }
}

export function RoleBadge({ role }: { role: Role }) {
  const t = useText()
  return <Badge {...LOOKS[role]}>{t(`users:role.${role}`)}</Badge>
}
