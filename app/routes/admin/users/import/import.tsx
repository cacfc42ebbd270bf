import { useActionData, useLoaderData } from '@remix-run/react'
import { Field, TextareaField } from '~/app/components/form/Field'
import { FileDrop } from '~/app/components/form/FileDrop'
import { FormMessage } from '~/app/components/form/FormMessage'
import { SubmitRow } from '~/app/components/form/SubmitRow'
import { UsersIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { IMPORT_LIMITS } from '~/server/user-imports/contract'
import { AdminFrame } from '../../AdminFrame'
import { ListHead } from '../../ListHead'
import { Setting } from '../../Setting'
import { IMPORT_COLUMNS } from '../csv'
import { Faults } from './Faults'
import { Imports } from './Imports'
import { type ImportState, importForms } from './import-forms'
import { IMPORTS } from './paths'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

export const loader = page('Admin', async ({ services, ctx, t, format }) => {
  const listed = await services.userImports.list(ctx)
  const imports = listed.map(({ createdAt, endedAt: _, ...one }) => ({
    ...one,
    created: `${format.day(createdAt)}, ${format.clock(createdAt).slice(0, 5)} UTC`
  }))
  return { title: t('users:import.title'), imports }
})

export const action = importForms

export default function Import() {
  const { title, imports } = useLoaderData<typeof loader>()
  const state = (useActionData() as ImportState | undefined) ?? null
  const t = useText()
  const { number } = useFormat()
  return (
    <AdminFrame>
      <ListHead title={title} count={null}>
        <a className="btn" href="/admin/Users">
          {t('users:import.back')}
        </a>
      </ListHead>
      <div className="stack-16">
        {state?.checked && <Faults {...state.checked} />}
        <Panel title={t('users:import.choose')}>
          <form className="stack-16" method="post" action={IMPORTS} encType="multipart/form-data">
            <p className="muted">
              {t('users:import.lead', {
                columns: IMPORT_COLUMNS.join(', '),
                max: number(IMPORT_LIMITS.rows)
              })}
            </p>
            <p className="muted">{t('users:import.games')}</p>
            <p className="muted">{t('users:import.export')}</p>
            <FormMessage state={state} />
            <FileDrop
              icon={UsersIcon}
              title={t('users:import.file')}
              hint={t('users:import.file_hint')}
              name="file"
              accept=".csv,.tsv,.txt,text/csv,.zip,application/zip"
            />
            <TextareaField
              name="lines"
              label={t('users:import.lines')}
              state={state}
              rows={5}
              className="mono"
              spellCheck={false}
              autoComplete="off"
              optional
            />
            <Field
              name="game"
              label={t('users:import.game')}
              hint={t('users:import.game_hint')}
              state={state}
              maxLength={200}
              autoComplete="off"
              optional
            />
            <Setting
              name="overwrite"
              label={t('users:overwrite')}
              hint={t('users:overwrite_hint')}
              on={false}
              state={state}
            />
            <SubmitRow back="/admin/Users">{t('users:check')}</SubmitRow>
          </form>
        </Panel>
        <Imports imports={imports} />
      </div>
    </AdminFrame>
  )
}
