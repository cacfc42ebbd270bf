import { useActionData } from '@remix-run/react'
import { useText } from '~/app/i18n/text'
import { Island } from '~/app/islands/runtime/island'
import trialIsland from '~/app/islands/trial'
import type { TrialProps } from '~/app/islands/trial/props'
import { useFormState } from '~/app/request/form-state'
import editorStyles from '~/app/styles/patterns/container-editor.css?url'
import instanceStyles from '~/app/styles/patterns/instances.css?url'
import trialStyles from '~/app/styles/patterns/trial.css?url'

function useTried(): TrialProps['tried'] {
  const t = useText()
  const data = useActionData() as { intent: string } | undefined
  const refused = useFormState('trial')
  if (refused) return { refused: refused.errors.flag ?? refused.message ?? t('common:form.invalid') }
  return data?.intent === 'tried' ? (data as unknown as TrialProps['tried']) : null
}

export function Trial({ view }: { view: Omit<TrialProps, 'tried'> }) {
  const tried = useTried()
  return (
    <>
      {[instanceStyles, editorStyles, trialStyles].map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <Island of={trialIsland} props={{ ...view, tried }} />
    </>
  )
}
