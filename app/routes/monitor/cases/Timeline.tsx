import { TextForm } from '~/app/components/form/TextForm'
import { Moment } from '~/app/components/Moment'
import { Markdown } from '~/app/components/markdown/Markdown'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { CASE_LIMITS } from '~/server/cases/constants'
import type { CaseEntry } from '~/server/cases/contract'
import { EvidenceTable } from './EvidenceTable'

type ShownEntry = CaseEntry & { html: string | null }

function NoteForm() {
  const t = useText()
  return (
    <TextForm
      className="mt"
      intent="note"
      name="note"
      label={t('cases:note')}
      hint={t('cases:note_hint')}
      send={t('cases:add_note')}
      most={CASE_LIMITS.note}
    />
  )
}

export function CaseTimeline({ entries, now }: { entries: ShownEntry[]; now: number }) {
  const t = useText()
  return (
    <ol className="line-events">
      {entries.map(({ id, facts, html, by, time }) => (
        <li key={id} className={facts ? (facts.owner ? 'bad' : undefined) : 'ok'}>
          {facts ? (
            <EvidenceTable facts={facts} now={now}>
              {' · '}
              {t('cases:kept_by')} {by ?? '–'}
            </EvidenceTable>
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
      <CaseTimeline entries={entries} now={now} />
      <NoteForm />
    </Panel>
  )
}
