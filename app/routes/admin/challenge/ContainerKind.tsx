import { Panel } from '~/app/components/Panel'
import composeField from '~/app/islands/compose-field'
import type { ImageStatusProps } from '~/app/islands/image-status/ImageStatus'
import { Island } from '~/app/islands/runtime/island'
import { useText } from '~/app/islands/runtime/text'
import { COMPOSE_LIMITS } from '~/server/challenges/compose/contract'
import { useDraft } from '../draft-state'
import { Choices } from './Choices'
import { ImageFields } from './ContainerAccess'
import { composeView } from './compose-view'
import type { ContainerFields } from './container-form'

/** What authors look for first; the documentation has all of them. */
const KEYS =
  'image, command, environment, depends_on, healthcheck, tmpfs, volumes, cap_add, mem_limit, cpus, expose'

interface KindPanelProps {
  fields: ContainerFields
  status: ImageStatusProps
  /** Where compose texts are looked at. */
  source: string
}

/** One image, or several containers as a compose text describes them. */
export function KindPanel({ fields, status, source }: KindPanelProps) {
  const t = useText()
  const state = useDraft()
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
          hint:
            value === 'several' || fields.containers === 'several'
              ? t(`containers:kind.${value}_hint`)
              : undefined
        }))}
      >
        <div className="if-one stack-16">
          <ImageFields fields={fields} status={status} />
        </div>
        <div className="if-several stack-16">
          <Island
            of={composeField}
            props={{
              text,
              error: state?.errors.containerCompose ?? null,
              max: COMPOSE_LIMITS.services,
              keys: KEYS,
              first: composeView(text, t),
              source
            }}
          />
        </div>
      </Choices>
      <a className="link small to-test" href="#test">
        {t('containers:test.title')}
      </a>
    </Panel>
  )
}
