import { useLoaderData, useLocation } from '@remix-run/react'
import { z } from 'zod'
import { EmptyState } from '~/app/components/EmptyState'
import { Confirm } from '~/app/components/form/Confirm'
import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { SubmitRow } from '~/app/components/form/SubmitRow'
import { Markdown } from '~/app/components/markdown/Markdown'
import { markdown } from '~/app/components/markdown/render-markdown'
import { Panel } from '~/app/components/Panel'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import { hrefWith, pageOf } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { noticeInput } from '~/server/notices/contract'
import { idParam } from '~/server/platform/wire'
import { AdminFrame } from '../AdminFrame'
import { GameHead } from './GameHead'
import { loadGameHead } from './head'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

const NOTICES_PER_PAGE = 20

export const loader = page('notices', async (args) => {
  const { services, ctx, url, t, format } = args
  const { game, heading } = await loadGameHead(args)
  const all = await services.notices.written(ctx, game.id)
  const { rows, ...place } = pageOf(all, url.searchParams.get('page'), NOTICES_PER_PAGE)
  const edited = Number(url.searchParams.get('edit')) || null
  const notices = rows.map(({ id, values: [content = ''], time }) => {
    const at = new Date(time)
    return { id, content, html: markdown(content), time, when: `${format.day(at)}, ${format.clock(at)}` }
  })
  const title = `${t('admin:tab.Notices')} · ${game.title}`
  return { title, heading, notices, place, edited }
})

/** Page 1, where a saved notice is on top. */
const listOf = (params: { id?: string }) => `/admin/games/${idOf(params.id)}/Notices`

const listWith = (here: { pathname: string; search: string }, edit: string | null) =>
  hrefWith(here, { edit, page: new URLSearchParams(here.search).get('page') })

export const action = forms({
  publish: oneForm({
    act: 'notices',
    schema: noticeInput,
    async run({ services, ctx, params, input }) {
      await services.notices.publish(ctx, idOf(params.id), input)
      return redirectWith(listOf(params), { tone: 'ok', key: 'admin:notices.published' })
    }
  }),
  rewrite: oneForm({
    act: 'notices',
    schema: noticeInput.extend({ notice: idParam }),
    async run({ services, ctx, params, input: { notice, content } }) {
      await services.notices.rewrite(ctx, idOf(params.id), notice, { content })
      return redirectWith(listOf(params), { tone: 'ok', key: 'admin:saved' })
    }
  }),
  withdraw: oneForm({
    act: 'notices',
    schema: z.object({ notice: idParam }),
    async run(args) {
      const { services, ctx, params, input } = args
      await services.notices.withdraw(ctx, idOf(params.id), input.notice)
      return redirectWith(pathOf(args), { tone: 'ok', key: 'admin:notices.removed' })
    }
  })
})

type Notice = ReturnType<typeof useLoaderData<typeof loader>>['notices'][number]

function NoticeForm({ notice }: { notice?: Notice }) {
  const t = useText()
  const here = useLocation()
  const intent = notice ? 'rewrite' : 'publish'
  const state = useFormState(intent)
  return (
    <form className="stack" method="post" action={here.pathname + here.search}>
      <FormMessage state={state} />
      <input type="hidden" name="intent" value={intent} />
      {notice && <input type="hidden" name="notice" value={notice.id} />}
      <TextareaField
        name="content"
        label={t('admin:notices.text')}
        hint={t(notice ? 'admin:notices.rewrite_hint' : 'admin:notices.publish_hint')}
        state={state}
        defaultValue={notice?.content}
        maxLength={4096}
        rows={4}
        required
        spellCheck
      />
      <SubmitRow back={notice ? listWith(here, null) : null}>
        {notice ? null : t('admin:notices.publish')}
      </SubmitRow>
    </form>
  )
}

function NoticeItem({ notice }: { notice: Notice }) {
  const t = useText()
  const here = useLocation()
  return (
    <div className="stack">
      <div className="row">
        <time className="faint small mono" dateTime={notice.time}>
          {notice.when}
        </time>
        <a className="btn sm push" href={`${listWith(here, String(notice.id))}#notice-${notice.id}`}>
          {t('admin:notices.edit')}
        </a>
        <Confirm
          classes="sm danger"
          danger
          label={t('admin:notices.remove')}
          question={t('admin:notices.remove_question')}
          confirm={t('admin:notices.remove')}
          fields={{ intent: 'withdraw', notice: notice.id }}
        />
      </div>
      <Markdown html={notice.html} />
    </div>
  )
}

export default function Notices() {
  const { heading, notices, place, edited } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <AdminFrame>
      <GameHead heading={heading} tab="Notices" title={t('admin:tab.Notices')} />
      <div className="stack-16">
        <Panel title={t('admin:notices.new')} body="stack">
          <NoticeForm />
        </Panel>
        {notices.length === 0 ? (
          <EmptyState title={t('admin:notices.none')}>{t('admin:notices.none_text')}</EmptyState>
        ) : (
          notices.map((notice) => (
            <section className="panel" key={notice.id} id={`notice-${notice.id}`}>
              <div className="panel-body">
                {edited === notice.id ? <NoticeForm notice={notice} /> : <NoticeItem notice={notice} />}
              </div>
            </section>
          ))
        )}
        <ListFoot place={place} label="admin:place" />
      </div>
    </AdminFrame>
  )
}
