import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { formatBytes } from '~/app/components/bytes'
import { EmptyState } from '~/app/components/EmptyState'
import { Confirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import { SearchField } from '~/app/components/form/SearchField'
import { DownloadIcon } from '~/app/components/icons'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import { pageFrom, readSearch } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { idParam } from '~/server/platform/wire'
import type { WriteupInfo } from '~/server/writeups/contract'
import { AdminFrame } from '../AdminFrame'
import { GameHead } from './GameHead'
import { loadGameHead } from './head'
import { WriteupList, WriteupReader, type WriteupRow } from './WriteupList'

const ROWS_PER_PAGE = 30

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

export const loader = page('writeups', async (args) => {
  const { services, ctx, url, t, format, foreignOrigins } = args
  const { game, heading } = await loadGameHead(args)
  const rowOf = ({ id, team, url, uploadTimeUtc, fileSize, ...shared }: WriteupInfo): WriteupRow => {
    const { name, avatar } = team
    const atText = format.moment(new Date(uploadTimeUtc))
    const shown = { name: name ?? '', avatar }
    const { consent, published } = shared
    return {
      id,
      team: shown,
      url,
      at: uploadTimeUtc,
      atText,
      size: formatBytes(fileSize),
      consent,
      published
    }
  }
  const { searchParams } = url
  const q = readSearch(searchParams)
  const { rows, ...place } = await pageFrom(searchParams.get('page'), ROWS_PER_PAGE, (part) =>
    services.writeups.page(ctx, game.id, { search: q }, part)
  )
  const requested = idParam.safeParse(searchParams.get('team'))
  const [found] = requested.success
    ? await services.writeups.list(ctx, game.id, { participation: requested.data })
    : []
  const open = found ? rowOf(found) : null
  // The only page that frames files of the platform.
  if (open) foreignOrigins.push("'self'")
  const deadline = format.moment(new Date(game.writeupDeadline))
  const title = t('admin:tab.Writeups')
  const required = game.writeupRequired
  return { title, heading, rows: rows.map(rowOf), place, q, open, required, deadline }
})

export const action = forms({
  publish: oneForm({
    act: 'writeups',
    schema: z.object({ participation: idParam, published: z.string().default('') }),
    async run({ services, ctx, params, url, input: { participation, published } }) {
      const id = idOf(params.id)
      await services.writeups.publish(ctx, id, participation, published !== '')
      return redirect(`/admin/games/${id}/Writeups${url.search}`, 303)
    }
  }),
  remove: oneForm({
    act: 'writeups',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params.id)
      await services.writeups.removeAll(ctx, id)
      return redirectWith(`/admin/games/${id}/Writeups`, { tone: 'ok', key: 'admin:writeups.removed' })
    }
  })
})

export default function Writeups() {
  const { title, heading, rows, place, q, open, required, deadline } = useLoaderData<typeof loader>()
  const t = useText()
  const href = `/admin/games/${heading.id}/Writeups`
  const publishing = useFormState('publish')
  const none = place.total === 0 && q === ''
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Writeups"
        title={title}
        badges={required && <span className="sub">{t('admin:writeups.deadline', { time: deadline })}</span>}
        actions={
          // Deletion affects all, not the search result.
          q === '' &&
          !none && (
            <>
              <a className="btn" href={`/api/admin/writeups/${heading.id}/all`} download>
                <DownloadIcon />
                {t('admin:writeups.all')}
              </a>
              <Confirm
                classes="danger"
                danger
                label={t('admin:writeups.remove')}
                question={t('admin:writeups.remove_question', { count: place.total })}
                confirm={t('admin:writeups.remove')}
                action={href}
                fields={{ intent: 'remove' }}
              />
            </>
          )
        }
      />
      <FormMessage state={useFormState('remove') ?? publishing} />
      {none ? (
        <EmptyState title={t('admin:writeups.none')}>
          {t(required ? 'admin:writeups.none_text' : 'admin:writeups.not_required')}
        </EmptyState>
      ) : (
        <div className="flow">
          <div className="stack">
            <form method="get" action={href}>
              <SearchField name="q" label={t('scoreboard:find')} value={q} />
            </form>
            {rows.length > 0 ? (
              <WriteupList rows={rows} open={open?.id ?? null} />
            ) : (
              <EmptyState title={t('teams:admin.nothing', { q })} />
            )}
            <ListFoot place={place} label="admin:place" />
          </div>
          {open ? (
            <WriteupReader row={open} action={`${href}?team=${open.id}`} />
          ) : (
            <EmptyState title={t('admin:writeups.choose')} />
          )}
        </div>
      )}
    </AdminFrame>
  )
}
