import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import composeField from '~/app/islands/compose-field'
import type { ComposeView } from '~/app/islands/compose-field/reading'
import imageStatus from '~/app/islands/image-status'
import type { ImageStatusProps } from '~/app/islands/image-status/ImageStatus'
import { Island } from '~/app/islands/runtime/island'
import { COMPOSE_LIMITS } from '~/server/challenges/contract'
import { useDraft } from '../../draft-state'
import { Choices } from '../Choices'
import { ImageFields } from './ContainerAccess'
import type { ComposeDraft } from './container-actions'
import type { ContainerFields } from './container-form'

const KEYS =
  'image, command, environment, depends_on, healthcheck, tmpfs, volumes, cap_add, mem_limit, cpus, expose'

interface KindPanelProps {
  fields: ContainerFields
  status: ImageStatusProps
  compose: ComposeView
  source: string
}

export function KindPanel({ fields, status, compose, source }: KindPanelProps) {
  const t = useText()
  const state = useDraft()
  const draft = state as ComposeDraft | null
  const saved = fields.containers
  const text = state?.values.containerCompose?.replace(/\r\n?/g, '\n') ?? fields.containerCompose
  return (
    <Panel title={t('containers:kind.title')} body="stack-16">
      <Choices
        name="containers"
        legend={t('containers:kind.title')}
        value={fields.containers}
        state={state}
        options={(['one', 'several'] as const).map((value) => ({
          value,
          label: t(`containers:kind.${value}`),
          hint: t(
            value === 'one' && saved === 'one' ? 'containers:kind.one_text' : `containers:kind.${value}_hint`
          )
        }))}
      >
        <div className="if-one">
          <div className="stack-16">
            <ImageFields fields={fields} status={saved === 'one' ? status : null} />
          </div>
        </div>
        <div className="if-several">
          <div className="stack-16">
            <Island
              of={composeField}
              props={{
                text,
                error: state?.errors.containerCompose ?? null,
                max: COMPOSE_LIMITS.services,
                keys: KEYS,
                first: draft?.compose ?? (text === fields.containerCompose ? compose : null),
                source
              }}
            />
            {saved === 'several' && <Island of={imageStatus} props={status} />}
          </div>
        </div>
      </Choices>
      <a className="link small to-test" href="#test">
        {t('containers:test.title')}
      </a>
    </Panel>
  )
}
