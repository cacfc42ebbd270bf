import { Field } from '~/app/components/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/islands/runtime/text'
import { useDraft } from '../draft-state'
import { Setting } from '../Setting'
import type { ChallengeFields } from './challenge-form'

const LIMITS = ['cpuCount', 'memoryLimit', 'storageLimit', 'containerExposePort'] as const

/** What the instances of a challenge are made of. */
export function ContainerPanel({ fields, capture }: { fields: ChallengeFields; capture: boolean }) {
  const t = useText()
  const state = useDraft()
  return (
    <Panel title={t('admin:challenge.container')} body="stack-16">
      <input type="hidden" name="container" value="" />
      <Field
        name="containerImage"
        label={t('admin:challenge.containerImage')}
        hint={t('admin:challenge.containerImage_hint')}
        state={state}
        defaultValue={fields.containerImage}
        className="mono"
        maxLength={512}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="form-grid narrow">
        {LIMITS.map((name) => (
          <Field
            key={name}
            name={name}
            label={t(`admin:challenge.${name}`)}
            state={state}
            defaultValue={fields[name]}
            className="num"
            inputMode="numeric"
            required
          />
        ))}
      </div>
      <Setting
        name="enableTrafficCapture"
        label={t('admin:challenge.enableTrafficCapture')}
        hint={t('admin:challenge.enableTrafficCapture_hint')}
        on={capture}
        state={state}
      />
    </Panel>
  )
}
