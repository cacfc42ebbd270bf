import { useText } from '~/app/i18n/text'
import type { VersionField } from '~/server/challenges/versions/contract'
import type { DiffLine, FieldChange } from './version-diff'

export const FIELD_LABELS: Record<VersionField, string> = {
  title: 'admin:challenge.title',
  content: 'admin:challenge.content',
  solution: 'solutions:editor.text',
  solutionPublic: 'solutions:editor.public',
  category: 'admin:challenge.category',
  customCategory: 'categories:of_game',
  hints: 'admin:challenge.hints',
  pricedHints: 'hints:editor.title',
  connections: 'admin:connection.title',
  isEnabled: 'admin:challenge.enabled',
  releaseAt: 'history:field.releaseAt',
  closesAt: 'admin:deadline.at',
  originalScore: 'curve:originalScore',
  minScoreRate: 'curve:minScoreRate',
  difficulty: 'curve:difficulty',
  attemptLimit: 'trylimit:limit',
  checker: 'plugins:editor.checker',
  scoring: 'curve:scoring',
  author: 'admin:labels.author',
  level: 'admin:labels.level',
  tags: 'admin:labels.tags',
  requires: 'admin:requirements.title',
  hideLocked: 'admin:requirements.hidden',
  fileName: 'admin:challenge.fileName',
  attachment: 'admin:challenge.attachment',
  files: 'history:field.files',
  flagTemplate: 'flags:template.label',
  decoy: 'flags:decoy.title',
  flags: 'admin:challenge.flags',
  containerImage: 'containers:image.label',
  containerCompose: 'containers:compose.label',
  memoryLimit: 'containers:limits.memory',
  cpuCount: 'containers:limits.cpu',
  storageLimit: 'containers:limits.disk',
  containerExposePort: 'containers:access.port',
  enableTrafficCapture: 'admin:challenge.enableTrafficCapture',
  containerOptions: 'history:field.containerOptions',
  solver: 'checks:solver.title'
}

export function VersionDiff({ changes }: { changes: FieldChange[] }) {
  const t = useText()
  return (
    <dl className="version-diff">
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{t(FIELD_LABELS[change.field])}</dt>
          <dd>
            {'lines' in change ? (
              <Lines change={change} />
            ) : (
              <span className="changes">
                <Value as="del" label={t('logs:before')} value={change.before} />{' '}
                <Value as="ins" label={t('logs:after')} value={change.after} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ as: Mark, label, value }: { as: 'del' | 'ins'; label: string; value: string | null }) {
  const t = useText()
  const shown = value === 'true' ? t('history:yes') : value === 'false' ? t('history:no') : value
  return (
    <Mark>
      <span className="sr">{label} </span>
      {shown === null ? <i className="faint">{t('logs:empty')}</i> : <bdi>{shown}</bdi>}
    </Mark>
  )
}

function Lines({ change: { field, lines, more } }: { change: Extract<FieldChange, { lines: DiffLine[] }> }) {
  const t = useText()
  // Flags beyond the stored ones differ without a line.
  if (lines.every(({ kind }) => kind === 'gap' || kind === 'same'))
    return <p className="muted">{t(`history:unseen.${field === 'flags' ? 'flags' : 'text'}`)}</p>
  return (
    <>
      {/* Long lines scroll, also by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className="diff" tabIndex={0} aria-label={t(FIELD_LABELS[field])}>
        {keyed(lines).map(({ key, line }) => (
          <Line key={key} line={line} />
        ))}
      </section>
      {more > 0 && <p className="faint">{t('history:more', { count: more })}</p>}
    </>
  )
}

/** Lines repeat, so their index is the key; the list never changes. */
const keyed = (lines: DiffLine[]) => lines.map((line, key) => ({ key, line }))

function Line({ line }: { line: DiffLine }) {
  const t = useText()
  if (line.kind === 'gap') return <div className="gap faint">{t('history:gap', { count: line.count })}</div>
  if (line.kind === 'same') return <div>{line.text || ' '}</div>
  const Mark = line.kind === 'added' ? 'ins' : 'del'
  return (
    <div>
      <Mark>
        <span className="sr">{t(`history:line.${line.kind}`)} </span>
        {line.text || ' '}
      </Mark>
    </div>
  )
}
