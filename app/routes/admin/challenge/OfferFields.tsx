import { Field, TextareaField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { CHALLENGE_LIMITS } from '~/server/challenges/contract'
import { MAX_COST, MAX_PRICED } from '~/server/hints/constants'
import { useDraft } from '../draft-state'
import type { ChallengeFields } from './challenge-form'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

export function OfferFields({ offers }: { offers: ChallengeFields['offers'] }) {
  const t = useText()
  const state = useDraft()
  const sent = Object.keys(state?.values ?? {}).filter((name) => /^offer\d+content$/.test(name)).length
  const count = Math.min(MAX_PRICED, Math.max(offers.length + 1, sent))
  return (
    <Panel title={t('hints:editor.title')} aside={t('hints:editor.about')} body="stack-16">
      {range(count).map((index) => (
        <OfferField
          key={index}
          name={`offer${index}`}
          number={index + 1}
          offer={offers[index]}
          state={state}
        />
      ))}
    </Panel>
  )
}

interface OfferFieldProps {
  name: string
  number: number
  offer: ChallengeFields['offers'][number] | undefined
  state: ReturnType<typeof useDraft>
}

function OfferField({ name, number, offer, state }: OfferFieldProps) {
  const t = useText()
  const label = offer ? t('hints:editor.hint', { number }) : t('hints:editor.new')
  return (
    <fieldset className="stack">
      <legend className="sr">{label}</legend>
      {offer && <input type="hidden" name={`${name}id`} value={offer.id} />}
      <TextareaField
        name={`${name}content`}
        label={label}
        hint={offer && offer.bought > 0 && t('hints:editor.bought', { n: offer.bought })}
        state={state}
        defaultValue={offer?.content ?? ''}
        maxLength={CHALLENGE_LIMITS.hint}
        rows={2}
      />
      <div className="form-grid">
        <Field
          name={`${name}cost`}
          label={t('hints:editor.cost')}
          hint={!offer && t('hints:editor.cost_hint')}
          state={state}
          defaultValue={offer?.cost ?? '0'}
          className="num"
          inputMode="numeric"
          maxLength={String(MAX_COST).length}
        />
        <Field
          name={`${name}availableAt`}
          type="datetime-local"
          step="any"
          label={t('hints:editor.at')}
          hint={!offer && t('hints:editor.at_hint')}
          state={state}
          defaultValue={offer?.availableAt ?? ''}
          optional
        />
      </div>
    </fieldset>
  )
}
