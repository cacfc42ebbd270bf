import { useId } from 'react'
import type { FormState } from '~/app/request/forms'

interface SettingProps {
  name: string
  label: string
  hint: string
  on: boolean
  state?: FormState | null
}

/** No `aria-checked`: a checkbox has its own state, and an attribute would not follow it. */
const SWITCH = { role: 'switch' } as const

/** A rule that is on or off, with its meaning. A checkbox, saved with the form around it. */
export function Setting({ name, label, hint, on, state }: SettingProps) {
  const id = useId()
  const checked = state ? name in state.values : on
  return (
    <div className="setting">
      <div>
        <div className="label" id={`${id}l`}>
          {label}
        </div>
        <div className="hint" id={`${id}h`}>
          {hint}
        </div>
      </div>
      <span className="switch">
        <input
          type="checkbox"
          {...SWITCH}
          name={name}
          defaultChecked={checked}
          aria-labelledby={`${id}l`}
          aria-describedby={`${id}h`}
        />
      </span>
    </div>
  )
}
