import { Banner } from '~/app/components/Banner'
import { FormMessage } from '~/app/components/form/FormMessage'
import { DownloadIcon } from '~/app/components/icons'
import { Meter } from '~/app/components/Meter'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import type { ImportView } from '~/server/user-imports/contract'
import { Setting } from '../../Setting'
import { ImportStateBadge } from './Imports'
import { importPath } from './paths'

type View = Omit<ImportView, 'createdAt' | 'endedAt'>

export function ImportProgress({
  view,
  mail,
  state
}: {
  view: View
  mail: boolean
  state: FormState | null
}) {
  const t = useText()
  const { number } = useFormat()
  const { counts, total, teams } = view
  const done = total - counts.Waiting
  const ended = view.state === 'Done' || view.state === 'Cancelled'
  return (
    <Panel title={<bdi>{view.name}</bdi>} aside={<ImportStateBadge state={view.state} />} body="stack-16">
      <FormMessage state={state} />
      {view.state === 'Checked' ? (
        <>
          {counts.Failed > 0 && (
            <Banner tone="warn" title={t('users:import.skipped', { number: counts.Failed })} announce={false}>
              <a href={`${importPath(view.id)}?state=Failed`}>{t('users:import.skipped_list')}</a>
            </Banner>
          )}
          <p>
            {t(counts.Failed > 0 ? 'users:import.rest' : 'users:import.ready', {
              number: counts.Waiting,
              teams
            })}
            {view.kept > 0 && ` ${t('users:import.kept', { number: view.kept })}`}
          </p>
          <StartForm view={view} mail={mail} state={state} />
        </>
      ) : (
        <Meter
          value={t('users:import.done', { done: number(done), total: number(total) })}
          of={counts.Failed > 0 ? t('users:import.failed', { number: counts.Failed }) : ''}
          share={(100 * done) / total}
          tone={counts.Failed > 0 ? 'bad' : null}
        />
      )}
      {view.state === 'Running' && <CancelForm id={view.id} label={t('users:import.stop')} />}
      {ended && <ResultForm view={view} />}
    </Panel>
  )
}

function StartForm({ view, mail, state }: { view: View; mail: boolean; state: FormState | null }) {
  const t = useText()
  return (
    <>
      <form id="start" className="stack-16" method="post" action={importPath(view.id)}>
        {mail && (
          <Setting
            name="byMail"
            label={t('users:import.by_mail')}
            hint={t('users:import.by_mail_hint')}
            on={false}
            state={state}
          />
        )}
        <Setting
          name="accept"
          label={t('users:import.accept')}
          hint={t('users:import.accept_hint')}
          on={false}
          state={state}
        />
      </form>
      <div className="row">
        <button type="submit" form="start" className="btn primary" name="intent" value="start">
          {t('users:import.start')}
        </button>
        <CancelForm id={view.id} label={t('users:import.discard')} />
      </div>
    </>
  )
}

function CancelForm({ id, label }: { id: string; label: string }) {
  return (
    <form method="post" action={importPath(id)}>
      <button type="submit" className="btn ghost" name="intent" value="cancel">
        {label}
      </button>
    </form>
  )
}

/** Downloads the results; passwords are in it once. */
function ResultForm({ view }: { view: View }) {
  const t = useText()
  return (
    <form className="stack-16" method="post" action={`${importPath(view.id)}/Result`}>
      {view.secrets > 0 && (
        <Banner tone="warn" title={t('users:import.secrets', { number: view.secrets })} announce={false}>
          {t('users:import.secrets_text')}
        </Banner>
      )}
      <div className="row">
        <button type="submit" className={view.secrets > 0 ? 'btn primary' : 'btn'}>
          <DownloadIcon />
          {t('users:import.download')}
        </button>
      </div>
    </form>
  )
}
