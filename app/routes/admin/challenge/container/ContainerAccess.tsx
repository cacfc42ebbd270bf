import { Field } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import imageStatus from '~/app/islands/image-status'
import type { ImageStatusProps } from '~/app/islands/image-status/ImageStatus'
import { Island } from '~/app/islands/runtime/island'
import { READINESS_KINDS } from '~/server/challenges/contract'
import { useDraft } from '../../draft-state'
import { Choices } from '../Choices'
import type { ContainerFields } from './container-form'

const EXAMPLE = 'ctf.example.org/web/login:1.0'

interface ImageFieldsProps {
  fields: ContainerFields
  status: ImageStatusProps | null
}

export function ImageFields({ fields, status }: ImageFieldsProps) {
  const t = useText()
  return (
    <>
      <div className="field-row image-row">
        <Field
          name="containerImage"
          label={t('containers:image.label')}
          hint={t('containers:image.hint', { example: EXAMPLE })}
          state={useDraft()}
          defaultValue={fields.containerImage}
          className="mono"
          maxLength={512}
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit" className="btn" name="intent" value="save">
          {t('containers:image.get')}
        </button>
      </div>
      {status && <Island of={imageStatus} props={status} />}
    </>
  )
}

interface AccessPanelProps {
  fields: ContainerFields
  /** The image has a health check; null while unknown. */
  healthcheck: boolean | null
}

export function AccessPanel({ fields, healthcheck }: AccessPanelProps) {
  const t = useText()
  const state = useDraft()
  const hints: Record<(typeof READINESS_KINDS)[number], string> = {
    tcp: 'tcp_hint',
    http: 'http_hint',
    health: healthcheck === null ? 'health_unknown' : healthcheck ? 'health_yes' : 'health_no',
    log: 'log_hint'
  }
  return (
    <Panel title={t('containers:access.title')} body="stack-16">
      <Field
        name="containerExposePort"
        label={t('containers:access.port')}
        hint={t('containers:access.port_hint')}
        state={state}
        defaultValue={fields.containerExposePort}
        className="num brief"
        inputMode="numeric"
        required
      />
      <Choices
        name="readiness"
        legend={t('containers:access.legend')}
        value={fields.readiness}
        state={state}
        options={READINESS_KINDS.map((value) => ({
          value,
          label: t(`containers:access.${value}`),
          hint: t(`containers:access.${hints[value]}`)
        }))}
      >
        <div className="if-http">
          <Field
            name="readinessPath"
            label={t('containers:access.path')}
            state={state}
            defaultValue={fields.readinessPath}
            placeholder="/"
            className="mono"
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <div className="if-log">
          <Field
            name="readinessLine"
            label={t('containers:access.line')}
            state={state}
            defaultValue={fields.readinessLine}
            className="mono"
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      </Choices>
      <p className="hint">{t('containers:access.note')}</p>
    </Panel>
  )
}
