import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Moment } from '~/app/components/Moment'
import { Markdown } from '~/app/components/markdown/Markdown'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/islands/runtime/words/text'
import { useFormState } from '~/app/request/form-state'
import { CASE_LIMITS } from '~/server/cases/constants'
import type { CaseEntry } from '~/server/cases/contract'
import { Facts } from './Facts'

export type ShownEntry = CaseEntry & { html: string | null }

function NoteForm() {
  const t = useText()
  const state = useFormState('note')
  return (
    <form className="stack-16 mt" method="post">
      <FormMessage state={state} />
      <TextareaField
        name="note"
        label={t('cases:note')}
        hint={t('cases:note_hint')}
        state={state}
        rows={3}
        maxLength={CASE_LIMITS.note}
        required
        spellCheck
      />
      <button type="submit" className="btn" name="intent" value="note">
        {t('cases:add_note')}
      </button>
    </form>
  )
}

export function Entries({ entries, now }: { entries: ShownEntry[]; now: number }) {
  const t = useText()
  return (
    <ol className="line-events">
      {entries.map(({ id, facts, html, by, time }) => (
        <li key={id} className={facts ? (facts.owner ? 'bad' : undefined) : 'ok'}>
          {facts ? (
            <Facts facts={facts} now={now}>
              {' · '}
              {t('cases:kept_by')} {by ?? '–'}
            </Facts>
          ) : (
            <>
              <span>
                <b>{by ?? '–'}</b>
                {html !== null && <Markdown html={html} />}
              </span>
              <Moment time={time} now={now} />
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Evidence and notes by time; entries are never edited. */
export function Timeline({ entries, now }: { entries: ShownEntry[]; now: number }) {
  const t = useText()
  return (
    <Panel title={t('cases:evidence')} aside={t('cases:evidence_frozen')}>
      <Entries entries={entries} now={now} />
      <NoteForm />
    </Panel>
  )
}
