import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { bytes } from '~/app/components/bytes'
import { Confirm } from '~/app/components/Confirm'
import { EmptyState } from '~/app/components/EmptyState'
import { FormMessage } from '~/app/components/FormMessage'
import { DownloadIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { AdminFrame } from '../AdminFrame'
import { GameHead } from './GameHead'
import { gameOf } from './head'
import { WriteupList, WriteupReader, type WriteupRow } from './WriteupList'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

export const loader = page('Admin', async (args) => {
  const { services, ctx, url, t, format, foreignOrigins } = args
  const { game, heading } = await gameOf(args)
  const writeups = await services.writeups.list(ctx, game.id)
  const rows = writeups.map(({ id, team, url, uploadTimeUtc, fileSize }): WriteupRow => {
    const { name, avatar } = team
    const atText = format.moment(new Date(uploadTimeUtc))
    return { id, team: { name: name ?? '', avatar }, url, at: uploadTimeUtc, atText, size: bytes(fileSize) }
  })
  const open = rows.find(({ id }) => String(id) === url.searchParams.get('team')) ?? null
  // This page shows files of the platform in a frame; no other does.
  if (open) foreignOrigins.push("'self'")
  const deadline = format.moment(new Date(game.writeupDeadline))
  return { title: t('admin:tab.Writeups'), heading, rows, open, required: game.writeupRequired, deadline }
})

export const action = forms({
  remove: oneForm({
    role: 'Admin',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params.id)
      await services.writeups.removeAll(ctx, id)
      return redirectWith(`/admin/games/${id}/Writeups`, { tone: 'ok', key: 'admin:writeups.removed' })
    }
  })
})

export default function Writeups() {
  const { title, heading, rows, open, required, deadline } = useLoaderData<typeof loader>()
  const t = useText()
  const href = `/admin/games/${heading.id}/Writeups`
  const question = t('admin:writeups.remove_question', { count: rows.length })
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Writeups"
        title={title}
        badges={required && <span className="sub">{t('admin:writeups.deadline', { time: deadline })}</span>}
        actions={
          rows.length > 0 && (
            <>
              <a className="btn" href={`/api/admin/writeups/${heading.id}/all`} download>
                <DownloadIcon />
                {t('admin:writeups.all')}
              </a>
              <Confirm
                look="danger"
                danger
                label={t('admin:writeups.remove')}
                question={question}
                confirm={t('admin:writeups.remove')}
                action={href}
                fields={{ intent: 'remove' }}
              />
            </>
          )
        }
      />
      <FormMessage state={useFormState('remove')} />
      {rows.length === 0 ? (
        <EmptyState title={t('admin:writeups.none')}>
          {t(required ? 'admin:writeups.none_text' : 'admin:writeups.not_required')}
        </EmptyState>
      ) : (
        <div className="flow">
          <WriteupList href={href} rows={rows} open={open?.id ?? null} />
          {open ? <WriteupReader row={open} /> : <EmptyState title={t('admin:writeups.choose')} />}
        </div>
      )}
    </AdminFrame>
  )
}
