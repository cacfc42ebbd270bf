import { Category } from '~/app/components/game/Category'
import { CheckIcon } from '~/app/components/icons'
import { Moment } from '~/app/components/Moment'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { shownCategory } from '~/server/categories/constants'
import { MAX_NOTE_LENGTH } from '~/server/workspace/constants'
import type { TeamNote, WorkspaceRow } from '~/server/workspace/contract'

interface RowProps {
  row: WorkspaceRow
  gameId: number
  /** Id of the reader. */
  own: string
  now: number
}

export function Row({ row, gameId, own, now }: RowProps) {
  const t = useText()
  const { id, title, solved, on, note } = row
  const mine = on.some((one) => one.id === own)
  return (
    <tr id={`c${id}`}>
      <th scope="row">
        <span className="primary-cell">
          <a href={`/games/${gameId}/Challenges?c=${id}`}>
            <bdi>{title}</bdi>
          </a>
          <span className="sub row">
            <Category category={shownCategory(row)} />
            <span data-fresh={`solved-${id}`}>
              {solved && (
                <span className="ok">
                  <CheckIcon className="i14" /> {t('workspace:solved')}
                </span>
              )}
            </span>
          </span>
        </span>
      </th>
      <td data-label={t('workspace:who')}>
        <div data-fresh={`on-${id}`}>
          <p>
            {on.length === 0 && !solved && <span className="faint">{t('workspace:nobody')}</span>}
            {on.map((one, place) => (
              <span key={one.id}>
                {place > 0 && ', '}
                <bdi>{one.name}</bdi>
              </span>
            ))}
          </p>
          {!(solved && !mine) && (
            <form method="post">
              <input type="hidden" name="intent" value="claim" />
              <input type="hidden" name="challengeId" value={id} />
              <button type="submit" className="btn sm" name="on" value={String(!mine)}>
                {t(mine ? 'workspace:leave' : 'workspace:join')}
                <span className="sr">: {title}</span>
              </button>
            </form>
          )}
        </div>
      </td>
      <td data-label={t('workspace:note_column')}>
        <Note id={id} title={title} note={note} now={now} />
      </td>
    </tr>
  )
}

interface NoteProps {
  id: number
  title: string
  note: TeamNote | null
  now: number
}

/** The note as it is, and a field for another one. What was typed stays when somebody else was faster. */
function Note({ id, title, note, now }: NoteProps) {
  const t = useText()
  const state = useFormState('note')
  const refused = state?.values.challengeId === String(id) ? state : null
  const text = note?.text ?? ''
  return (
    <>
      <div data-fresh={`note-${id}`}>
        {text && <p className="note">{text}</p>}
        {note && text && (
          <p className="faint small">
            {note.by && (
              <>
                <bdi>{note.by}</bdi>,{' '}
              </>
            )}
            <Moment time={note.time} now={now} />
          </p>
        )}
      </div>
      <details className="note-edit" open={refused !== null}>
        <summary>
          {t(text ? 'workspace:change' : 'workspace:write')}
          <span className="sr">: {title}</span>
        </summary>
        <form className="stack" method="post" action={`#c${id}`}>
          <input type="hidden" name="intent" value="note" />
          <input type="hidden" name="challengeId" value={id} />
          <input type="hidden" name="version" value={note?.version ?? 0} />
          {refused && (
            <p className="bad" role="alert">
              {refused.errors.text ?? refused.message ?? t('common:form.invalid')}
            </p>
          )}
          <textarea
            className="input"
            name="text"
            rows={5}
            maxLength={MAX_NOTE_LENGTH}
            aria-label={t('workspace:note_of', { title })}
            defaultValue={refused?.values.text ?? text}
          />
          <div>
            <button type="submit" className="btn sm">
              {t('workspace:save')}
            </button>
          </div>
        </form>
      </details>
    </>
  )
}
