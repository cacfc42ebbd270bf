import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { type TextFieldProps as AriaProps, TextField as AriaTextField } from 'react-aria-components/TextField'

interface TextFieldProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  label: string
  hint?: string
  /** Shown and read out; null is fine. */
  error?: string | null
  placeholder?: string
}

/** Label, input, hint and error, tied together. */
export function TextField({ label, hint, error, placeholder, ...props }: TextFieldProps) {
  return (
    <AriaTextField {...props} isInvalid={Boolean(error)}>
      <Label className="label">{label}</Label>
      <Input className="input" placeholder={placeholder} />
      {error && <FieldError className="field-error">{error}</FieldError>}
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
    </AriaTextField>
  )
}
