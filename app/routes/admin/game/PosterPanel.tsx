import { FileDrop, PICTURES } from '~/app/components/form/FileDrop'
import { Poster } from '~/app/components/game/Poster'
import { Panel } from '~/app/components/Panel'
import { ImageIcon } from '~/app/components/staff-icons'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'

/** Forms cannot be nested: the fields stand inside the large form and belong to this one beside it. */
const FORM = 'poster'

export function PosterForm({ href }: { href: string }) {
  return <form id={FORM} method="post" action={href} encType="multipart/form-data" />
}

export function PosterPanel({ title, url }: { title: string; url: string | null }) {
  const t = useText()
  const error = useFormState('poster')?.errors.file
  return (
    <Panel title={t('admin:game.poster')} body="stack">
      <Poster title={title} url={url} />
      <FileDrop
        form={FORM}
        icon={ImageIcon}
        title={t('admin:poster.choose')}
        hint={t('admin:poster.hint')}
        error={error}
        name="file"
        accept={PICTURES}
        required
      />
      <div className="row">
        <button form={FORM} type="submit" className="btn sm" name="intent" value="poster">
          {t('admin:poster.submit')}
        </button>
        {url && (
          <button
            form={FORM}
            type="submit"
            className="btn sm danger"
            name="intent"
            value="posterRemove"
            formNoValidate
          >
            {t('admin:poster.remove')}
          </button>
        )}
      </div>
    </Panel>
  )
}
