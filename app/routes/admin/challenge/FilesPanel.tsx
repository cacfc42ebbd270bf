import { formatBytes } from '~/app/components/bytes'
import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import attachment from '~/app/islands/attachment'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'
import { CHALLENGE_FILES } from '~/server/challenges/files/constants'
import type { EditedFile } from '~/server/challenges/files/contract'

const UPLOAD = 'files-upload'
const LINK = 'files-link'
const formOf = ({ id }: Pick<EditedFile, 'id'>) => `file-${id}`

interface FilesProps {
  files: readonly EditedFile[]
}

/** The forms of the panel, outside the form of the page. */
export function FileForms({ href, files }: FilesProps & { href: string }) {
  return (
    <>
      <form id={UPLOAD} method="post" action={href} encType="multipart/form-data" />
      <form id={LINK} method="post" action={href} />
      {files.map((file) => (
        <form key={file.id} id={formOf(file)} method="post" action={href}>
          <input type="hidden" name="file" value={file.id} />
        </form>
      ))}
    </>
  )
}

interface FilesPanelProps extends FilesProps {
  gameId: number
  challengeId: number
}

export function FilesPanel({ gameId, challengeId, files }: FilesPanelProps) {
  const t = useText()
  const state = useFormState('addFiles')
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const figures = { count: files.length, max: CHALLENGE_FILES.files, size: formatBytes(bytes) }
  return (
    <Panel
      title={t('admin:files.title')}
      aside={files.length > 0 && t('admin:files.total', figures)}
      body="stack-16"
    >
      {files.length === 0 ? (
        <p className="muted">{t('editor:attachment.nothing')}</p>
      ) : (
        <ol className="file-rows">
          {files.map((file, place) => (
            <FileRow key={file.id} file={file} first={place === 0} last={place === files.length - 1} />
          ))}
        </ol>
      )}
      {files.length < CHALLENGE_FILES.files && (
        <>
          <Island
            of={attachment}
            props={{
              form: UPLOAD,
              url: `/api/edit/games/${gameId}/challenges/${challengeId}/files`,
              error: state?.errors.files ?? state?.message ?? null
            }}
          />
          <LinkFields />
        </>
      )}
    </Panel>
  )
}

interface FileRowProps {
  file: EditedFile
  first: boolean
  last: boolean
}

function FileRow({ file, first, last }: FileRowProps) {
  const t = useText()
  const state = useFormState('renameFile')
  const { name, url, size, sha256 } = file
  const own = state?.values.file === String(file.id) ? state : null
  const act = (intent: string, label: string, disabled = false) => (
    <button
      type="submit"
      form={formOf(file)}
      className="btn sm"
      name="intent"
      value={intent}
      disabled={disabled}
    >
      {t(`admin:files.${label}`)}
      <span className="sr"> {name}</span>
    </button>
  )
  return (
    <li>
      <span className="row-tight">
        <a className="link grow" href={url} rel="noopener" download={sha256 ? name : undefined}>
          <bdi>{name}</bdi>
        </a>
        <span className="faint small nowrap">
          {size === null ? t('admin:files.link') : formatBytes(size)}
        </span>
      </span>
      {sha256 && (
        <small className="faint mono" title={sha256}>
          {sha256.slice(0, 12)}…
        </small>
      )}
      <span className="row-tight">
        {act('moveFileUp', 'up', first)}
        {act('moveFileDown', 'down', last)}
        {act('removeFile', 'remove')}
      </span>
      <details open={own !== null}>
        <summary className="link small">
          {t('admin:files.rename')}
          <span className="sr"> {name}</span>
        </summary>
        <div className="stack">
          <Field
            form={formOf(file)}
            name="name"
            label={t('admin:files.name')}
            state={own}
            defaultValue={name}
            className="mono"
            maxLength={255}
            autoComplete="off"
          />
          <span>{act('renameFile', 'rename')}</span>
        </div>
      </details>
    </li>
  )
}

function LinkFields() {
  const t = useText()
  const state = useFormState('addAddress')
  return (
    <details open={state !== null}>
      <summary className="link small">{t('admin:files.add_link')}</summary>
      <div className="stack">
        <FormMessage state={state} />
        <Field
          form={LINK}
          name="url"
          type="url"
          label={t('editor:attachment.url')}
          hint={t('editor:attachment.url_hint')}
          state={state}
          className="mono"
          maxLength={2048}
          autoComplete="off"
        />
        <Field
          form={LINK}
          name="name"
          label={t('admin:files.name')}
          state={state}
          className="mono"
          maxLength={255}
          autoComplete="off"
          optional
        />
        <span>
          <button type="submit" form={LINK} className="btn sm" name="intent" value="addAddress">
            {t('admin:files.add_link')}
          </button>
        </span>
      </div>
    </details>
  )
}
