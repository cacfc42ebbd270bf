import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useText } from '~/app/i18n/text'
import { redirectSaved, redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { ONE_IMAGE, uploadField } from '~/server/assets/contract'
import { AdminFrame } from '../AdminFrame'
import { EditForm } from '../EditForm'
import { LogoForm } from './LogoForm'
import { Accounts, ContainerSettings, Platform } from './Sections'
import { fieldsOf, settingsForm, switchesOf } from './settings-form'

export const links = () => [adminStyles, formStyles].map((href) => ({ rel: 'stylesheet', href }))

const HERE = '/admin/Settings'

export const loader = page('Admin', async ({ services, ctx, t }) => {
  const settings = await services.settings.editAll(ctx)
  const [{ logoUrl }, { brand }] = await Promise.all([services.settings.client(), services.settings.read()])
  return {
    title: t('admin:nav.settings'),
    fields: fieldsOf(settings, brand),
    switches: switchesOf(settings),
    version: settings.version,
    logoUrl
  }
})

export const action = forms({
  save: oneForm({
    role: 'Admin',
    schema: settingsForm,
    async run({ services, ctx, input }) {
      const { version } = await services.settings.update(ctx, input)
      return redirectSaved(HERE, input.expectedVersion, version)
    }
  }),
  logo: oneForm({
    role: 'Admin',
    files: ONE_IMAGE,
    schema: z.object({ file: uploadField }),
    fields: { 'file.too_large': 'file', 'file.empty': 'file', 'logo.update_failed': 'file' },
    async run({ services, ctx, input }) {
      await services.assets.setLogo(ctx, input.file)
      return redirectWith(HERE, { tone: 'ok', key: 'admin:settings.logo.saved' })
    }
  }),
  logoReset: oneForm({
    role: 'Admin',
    schema: z.object({}),
    async run({ services, ctx }) {
      await services.assets.clearLogo(ctx)
      return redirectWith(HERE, { tone: 'ok', key: 'admin:settings.logo.saved' })
    }
  })
})

export default function Settings() {
  const { title, fields, switches, version, logoUrl } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>{title}</h1>
        <span className="sub">{t('admin:settings.sub')}</span>
      </div>
      <LogoForm url={logoUrl} />
      <EditForm
        href={HERE}
        version={version}
        main={
          <>
            <Platform fields={fields} />
            <Accounts fields={fields} switches={switches} />
            <ContainerSettings fields={fields} switches={switches} />
          </>
        }
      />
    </AdminFrame>
  )
}
