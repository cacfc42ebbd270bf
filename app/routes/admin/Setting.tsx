import { useId } from 'react'
import type { FormState } from '~/app/request/forms'

interface SettingProps {
  name: string
  label: string
  hint: string
  on: boolean
  /** Of a refused form: its boxes again. */
  state?: FormState | null
}

/** The box itself tells whether it is on; an attribute would stay behind when it is pressed. */
const SWITCH = { role: 'switch' } as const

/** A rule that is on or off, with what it means. A box: it counts when the form around it is saved. */
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
