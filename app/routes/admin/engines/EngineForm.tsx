import { useLocation } from '@remix-run/react'
import { Field, SelectField, TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import { SecretArea } from '~/app/routes/admin/SecretField'
import {
  ENGINE_KINDS,
  MAX_ADDRESS_LENGTH,
  MAX_BOUNDS,
  MAX_NAMESPACE_LENGTH
} from '~/server/engines/constants'
import type { EngineView } from '~/server/engines/contract'

interface EngineFormProps {
  /** The engine to change; null: a new one. */
  engine: EngineView | null
  /** The state of this form after a refusal. */
  state: FormState | null
}

const MONO = { className: 'mono', autoCapitalize: 'none', spellCheck: false } as const

/** Fields for an engine's address and the part of it that is used. */
export function EngineForm({ engine, state }: EngineFormProps) {
  const t = useText()
  const { pathname } = useLocation()
  const label = (key: string) => t(`engines:manage.${key}`)
  return (
    <form className="stack-16" method="post" action={pathname}>
      <input type="hidden" name="intent" value={engine ? 'edit_engine' : 'add_engine'} />
      {engine && <input type="hidden" name="engine" value={engine.id} />}
      <FormMessage state={state} />
      <SelectField
        name="kind"
        label={label('kind')}
        hint={label('kind_hint')}
        state={state}
        defaultValue={engine?.kind}
      >
        {ENGINE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {label(`kinds.${kind}`)}
          </option>
        ))}
      </SelectField>
      <Field
        name="address"
        label={label('address')}
        hint={label('address_hint')}
        state={state}
        {...MONO}
        defaultValue={engine?.address}
        placeholder="tcp://10.0.0.3:2376"
        maxLength={MAX_ADDRESS_LENGTH}
        required
      />
      <Field
        name="namespace"
        label={label('namespace')}
        hint={label('namespace_hint')}
        state={state}
        {...MONO}
        defaultValue={engine?.namespace ?? ''}
        placeholder="halyard-instances"
        maxLength={MAX_NAMESPACE_LENGTH}
        optional
      />
      <div className="form-grid">
        <Field
          name="entry"
          label={label('entry')}
          hint={label('entry_hint')}
          state={state}
          {...MONO}
          defaultValue={engine?.entry ?? ''}
          maxLength={MAX_ADDRESS_LENGTH}
          optional
        />
        <Field
          name="bind"
          label={label('bind')}
          hint={label('bind_hint')}
          state={state}
          {...MONO}
          defaultValue={engine?.bind ?? ''}
          maxLength={45}
          optional
        />
      </div>
      <Most engine={engine} state={state} />
      <Keys engine={engine} state={state} />
      <div className="row">
        <button type="submit" className="btn">
          {label(engine ? 'save' : 'add')}
        </button>
      </div>
    </form>
  )
}

const [MEMORY, CPU, PLACES] = [MAX_BOUNDS.memoryMb, MAX_BOUNDS.cpu, MAX_BOUNDS.places]

/** Fields for the most that all instances may use together. */
function Most({ engine, state }: EngineFormProps) {
  const t = useText()
  const label = (key: string) => t(`engines:manage.${key}`)
  const { memoryMb = null, cpu = null, places = null } = engine?.most ?? {}
  const shared = { state, type: 'number', optional: true, hint: label('most_hint') } as const
  return (
    <div className="form-grid">
      <Field
        {...shared}
        name="memory"
        label={label('memory')}
        min={MEMORY[0]}
        max={MEMORY[1]}
        defaultValue={memoryMb ?? ''}
      />
      <Field
        {...shared}
        name="cores"
        label={label('cores')}
        min={CPU[0] / 10}
        max={CPU[1] / 10}
        step={0.1}
        defaultValue={cpu === null ? '' : cpu / 10}
      />
      <Field
        {...shared}
        name="places"
        label={label('places')}
        min={PLACES[0]}
        max={PLACES[1]}
        defaultValue={places ?? ''}
      />
    </div>
  )
}

/** Certificates or a token, for engines in the network; stored ones are never shown. */
function Keys({ engine, state }: EngineFormProps) {
  const t = useText()
  const label = (key: string) => t(`engines:manage.${key}`)
  const wrong = ['ca', 'cert', 'secretKey', 'token'].some((name) => state?.errors[name])
  const shared = { state, rows: 4, autoComplete: 'off', ...MONO }
  return (
    <details open={wrong || state?.kept !== undefined || (state !== null && engine === null)}>
      <summary className="btn ghost sm">{label('keys')}</summary>
      <div className="stack-16 mt">
        <p className="hint">{label(engine?.hasKeys ? 'keys_kept' : 'keys_hint')}</p>
        <TextareaField {...shared} name="ca" label={label('ca')} />
        <TextareaField {...shared} name="cert" label={label('cert')} />
        <SecretArea {...shared} name="secretKey" label={label('key')} />
        <SecretArea {...shared} name="token" label={label('token')} hint={label('token_hint')} />
      </div>
    </details>
  )
}
