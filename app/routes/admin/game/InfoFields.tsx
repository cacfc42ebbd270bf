import { Announce } from '~/app/components/form/Announce'
import { CopyField } from '~/app/components/form/CopyField'
import { Field, TextareaField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { RefreshIcon } from '~/app/components/staff-icons'
import { useText } from '~/app/i18n/text'
import gameTimes from '~/app/islands/game-times'
import { Island } from '~/app/islands/runtime/island'
import tagField from '~/app/islands/tag-field'
import { CERTIFICATE_LIMITS } from '~/server/games/contract'
import { useDraft } from '../draft-state'
import { MarkdownField } from '../MarkdownField'
import { Setting } from '../Setting'
import { ASKED_END, ASKED_MOVE, ASKED_TEAMS, type GameFields } from './game-form'
import { PosterPanel } from './PosterPanel'

function useGameField(fields: GameFields) {
  const t = useText()
  const state = useDraft()
  return (name: keyof GameFields, label: string = name) => ({
    name,
    label: t(`admin:game.${label}`),
    state,
    defaultValue: fields[name]
  })
}

interface AgreeProps {
  /** Name of the box, and of the hidden field with the figure in the question. */
  name: string
  asking: string
  /** `admin:game.…`; its hint is there too. */
  label: string
}

/** A box to confirm a change, once it is known that teams lose something by it. */
function Agree({ name, asking, label }: AgreeProps) {
  const t = useText()
  const values = useDraft()?.values
  const asked = values?.[asking]
  if (asked === undefined) return null
  return (
    <label className="check">
      <input type="hidden" name={asking} value={asked} />
      <input type="checkbox" name={name} value={asked} defaultChecked={values?.[name] === asked} />
      <span>
        {t(`admin:game.${label}`)}
        <br />
        <span className="hint">{t(`admin:game.${label}_hint`)}</span>
      </span>
    </label>
  )
}

interface InfoMainProps {
  fields: GameFields
  started: boolean
  /** The page of questions at sign-up, and their number. */
  questions: { href: string; count: number }
}

export function InfoMain({ fields, started, questions }: InfoMainProps) {
  const t = useText()
  const state = useDraft()
  const field = useGameField(fields)
  const { start, end } = { ...fields, ...state?.values }
  return (
    <>
      <Panel id="basics" title={t('admin:game.basics')} body="stack-16">
        <Field {...field('title')} maxLength={200} required />
        <TextareaField {...field('summary')} hint={t('admin:game.summary_hint')} maxLength={4096} rows={2} />
        <Island of={gameTimes} props={{ times: { start, end }, errors: state?.errors ?? {} }} />
        <Agree name="movesTimes" asking={ASKED_MOVE} label="move_times" />
        <Agree name="endsTeams" asking={ASKED_END} label="end_now" />
        {started && <Announce state={state} />}
      </Panel>
      <Panel id="participation" title={t('admin:game.participation')} body="stack-16">
        <div className="form-grid">
          <Field
            {...field('teamMemberCountLimit')}
            inputMode="numeric"
            className="num"
            hint={t('admin:game.zero_unlimited')}
            required
          />
          <Field
            {...field('containerCountLimit')}
            inputMode="numeric"
            className="num"
            hint={t('admin:game.zero_unlimited')}
            required
          />
        </div>
        <div className="field-row">
          <Field
            {...field('inviteCode')}
            className="mono"
            hint={t('admin:game.inviteCode_hint')}
            maxLength={32}
            autoComplete="off"
            spellCheck={false}
          />
          <button type="submit" className="btn" name="intent" value="code" formNoValidate>
            <RefreshIcon />
            {t('admin:game.new_code')}
          </button>
        </div>
        <Island
          of={tagField}
          props={{
            name: 'organizations',
            label: t('admin:game.organizations'),
            hint: t('admin:game.organizations_hint'),
            separator: 'line',
            value: state?.values.organizations ?? fields.organizations,
            error: state?.errors.organizations
          }}
        />
        <Agree name="divisionTeams" asking={ASKED_TEAMS} label="remove_divisions" />
        <TextareaField
          {...field('divisionLimits')}
          hint={t('admin:game.divisionLimits_hint')}
          rows={2}
          optional
        />
        <p>
          <a className="link" href={questions.href}>
            {t('questions:link', { number: questions.count })}
          </a>
        </p>
      </Panel>
      <Panel id="content" title={t('admin:game.content')} body="stack">
        <MarkdownField label={t('admin:game.content_label')} value={fields.content} />
      </Panel>
    </>
  )
}

interface InfoSideProps {
  fields: GameFields
  rules: Record<
    'hidden' | 'acceptWithoutReview' | 'practiceMode' | 'solo' | 'feedback' | 'writeupRequired',
    boolean
  >
  title: string
  poster: string | null
  publicKey: string
  /** Absolute address of the feed. */
  ctftime: string
}

export function InfoSide({ fields, rules, title, poster, publicKey, ctftime }: InfoSideProps) {
  const t = useText()
  const state = useDraft()
  const field = useGameField(fields)
  const setting = (name: keyof typeof rules) => (
    <Setting
      key={name}
      name={name}
      label={t(`admin:game.${name}`)}
      hint={t(`admin:game.${name}_hint`)}
      on={rules[name]}
      state={state}
    />
  )
  return (
    <>
      <PosterPanel title={title} url={poster} />
      <Panel id="rules" title={t('admin:game.rules')} body="stack">
        {setting('hidden')}
        {setting('acceptWithoutReview')}
        {setting('practiceMode')}
        {setting('solo')}
        {setting('feedback')}
      </Panel>
      <Panel id="bloods" title={t('admin:game.bloods')} body="stack">
        <div className="form-grid bl3">
          <Field {...field('bloodFirst')} className="num" inputMode="decimal" required />
          <Field {...field('bloodSecond')} className="num" inputMode="decimal" required />
          <Field {...field('bloodThird')} className="num" inputMode="decimal" required />
        </div>
        <p className="hint">{t('admin:game.bloods_hint')}</p>
      </Panel>
      <Panel id="writeups" title={t('admin:game.writeups')} body="stack-16">
        {setting('writeupRequired')}
        <Field {...field('writeupDeadline')} className="num" inputMode="decimal" required />
        <TextareaField {...field('writeupNote')} hint={t('admin:markdown')} rows={3} />
      </Panel>
      <Panel id="certificates" title={t('cards:certificates')} body="stack">
        <TextareaField {...field('certificateNote')} maxLength={CERTIFICATE_LIMITS.note} rows={3} />
        <Field {...field('certificateSignature')} maxLength={CERTIFICATE_LIMITS.signature} />
        <p className="hint">{t('cards:certificates_hint')}</p>
      </Panel>
      <Panel title={t('admin:game.public_key')} body="stack">
        <CopyField value={publicKey} label={t('admin:game.public_key')} />
        <p className="hint">{t('admin:game.public_key_hint')}</p>
      </Panel>
      <Panel title={t('admin:game.ctftime')} body="stack">
        <CopyField value={ctftime} label={t('admin:game.ctftime')} />
        <p className="hint">{t('admin:game.ctftime_hint')}</p>
      </Panel>
    </>
  )
}
