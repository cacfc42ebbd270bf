import { useLocation } from '@remix-run/react'
import { useId } from 'react'
import { useText } from '~/app/i18n/text'
import type { ParticipationInfo } from '~/server/participations/contract'

interface DivisionFormProps {
  row: ParticipationInfo
  offered: string[]
}

/** Moves a team to another division; nothing without a choice. */
export function DivisionForm({ row, offered }: DivisionFormProps) {
  const t = useText()
  const { pathname, search } = useLocation()
  const id = useId()
  const now = row.organization
  // The game may have lost the team's division since its registration.
  const choices = [...new Set([now ?? '', ...(offered.length > 0 ? offered : [''])])]
  if (choices.length === 1) return null
  return (
    <form method="post" action={pathname + search} className="row division-form">
      <input type="hidden" name="intent" value="division" />
      <input type="hidden" name="participation" value={row.id} />
      <label className="label" htmlFor={id}>
        {t('admin:review.division')}
      </label>
      <select id={id} name="organization" className="select sm" defaultValue={now ?? ''}>
        {choices.map((name) => (
          <option key={name} value={name}>
            {name || t('admin:review.no_division')}
          </option>
        ))}
      </select>
      <button type="submit" className="btn sm">
        {t('admin:review.change_division')}
      </button>
    </form>
  )
}
