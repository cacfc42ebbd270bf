import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Field, SelectField } from '~/app/components/form/Field'
import { FileDrop } from '~/app/components/form/FileDrop'
import { FormMessage } from '~/app/components/form/FormMessage'
import { SubmitRow } from '~/app/components/form/SubmitRow'
import { FileArchiveIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { messageOf } from '~/app/request/errors'
import { type Flash, redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { hashParam, uploadField } from '~/server/assets/contract'
import { AppError, isAppError } from '~/server/platform/errors'
import { type ImportReport, importOptions, ONE_ARCHIVE } from '~/server/transfer/contract'
import { AdminFrame } from '../AdminFrame'
import { FORM, ImportReportView } from './ImportReportView'
import { ImportValueFields } from './ImportValueFields'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

const PATH = '/admin/games/import'
const placeOf = (file: string, name: string, game?: number | null) =>
  `${PATH}?${new URLSearchParams({ file, name, ...(game && { game: `${game}` }) })}`
const chosen = z.object({
  file: hashParam,
  name: z.string().max(255).default(''),
  game: z.preprocess((given) => given || undefined, importOptions.shape.game)
})

/** Values for marks: two parallel lists. A blank value keeps its mark. */
const valuesOf = (find: string[], put: string[]) =>
  Object.fromEntries(
    find.flatMap((mark, index) => (put[index] === undefined ? [] : [[mark, put[index].trim()]]))
  )

const texts = z.array(z.string().max(500)).max(100).default([])

const GAMES = 100

/** Between check and import, the archive is stored as an upload, named in the URL. */
export const loader = page('Admin', async ({ services, ctx, url, t, format }) => {
  const title = t('transfer:title')
  const requested = chosen.safeParse(Object.fromEntries(url.searchParams))
  if (!requested.success) return { title, checked: null, fault: null }
  const { file, name, game = null } = requested.data
  const lists = ['find[]', 'put[]'].map((key) => texts.safeParse(url.searchParams.getAll(key)).data ?? [])
  const values = valuesOf(lists[0]!, lists[1]!)
  const when = (wire: string) => ({ wire, text: `${format.moment(new Date(wire))} UTC` })
  try {
    const report = await services.transfer.importUpload(
      ctx,
      file,
      name,
      importOptions.parse({ dryRun: true, game: game ?? undefined, values })
    )
    const { data } =
      report.kind === 'Folders' ? await services.games.editList(ctx, { count: GAMES, skip: 0 }) : { data: [] }
    const games = data.map((one) => ({ id: one.id, title: one.title }))
    return {
      title,
      checked: {
        ...{ file, name, game, games, report },
        times: [
          { key: 'start', ...when(report.start) },
          { key: 'end', ...when(report.end) },
          { key: 'writeups', ...when(report.writeupDeadline) }
        ]
      },
      fault: null
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { title, checked: null, fault: messageOf(error, t) }
  }
})

/** How many challenges came in or were updated, and which did not. */
function doneBy({ title, challenges, updates, refused }: ImportReport): Flash {
  const count = challenges.length + updates.length
  const name = refused.map((one) => one.title || one.from).join(', ')
  return refused.length === 0
    ? { tone: 'ok', key: 'transfer:imported', params: { title, count } }
    : { tone: 'warn', key: 'transfer:imported_some', params: { title, count, name } }
}

export const action = forms({
  check: oneForm({
    role: 'Admin',
    schema: z.object({ file: uploadField }),
    files: ONE_ARCHIVE,
    async run({ services, ctx, input }) {
      // The archive holds flags, so it is stored only if it can be imported.
      await services.transfer.import(ctx, input.file, importOptions.parse({ dryRun: true }))
      const [stored] = await services.assets.upload(ctx, [input.file])
      if (!stored) throw new AppError('file.empty')
      return redirect(placeOf(stored.hash, stored.name), 303)
    }
  }),

  import: oneForm({
    role: 'Admin',
    schema: chosen.extend({
      title: importOptions.shape.title,
      update: importOptions.shape.update,
      find: texts,
      put: texts
    }),
    async run({ services, ctx, input: { file, name, find, put, ...given } }) {
      const options = importOptions.parse({ ...given, values: valuesOf(find, put) })
      const report = await services.transfer.importUpload(ctx, file, name, options)
      const { gameId, marks, values } = report
      // Nothing was imported: the page shows why.
      if (gameId === null) return redirect(placeOf(file, name, given.game), 303)
      // Open marks are replaced on the next page.
      const left = marks.find(({ text }) => !values[text])
      const next = left ? `challenges/Replace?${new URLSearchParams({ find: left.text })}` : 'Info'
      return redirectWith(`/admin/games/${gameId}/${next}`, doneBy(report))
    }
  })
})

export default function Import() {
  const { title, checked, fault } = useLoaderData<typeof loader>()
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      {checked ? <Checked {...checked} /> : <Choose fault={fault} />}
    </AdminFrame>
  )
}

function Choose({ fault }: { fault: string | null }) {
  const t = useText()
  const state = useFormState('check')
  const message = state?.errors.file ?? state?.message ?? fault
  return (
    <Panel title={t('transfer:choose')}>
      <form className="stack-16" method="post" action={PATH} encType="multipart/form-data">
        <p className="muted">
          {t('transfer:lead')} {t('transfer:first')}
        </p>
        <FormMessage state={message ? { intent: 'check', values: {}, errors: {}, message } : null} />
        <input type="hidden" name="intent" value="check" />
        <FileDrop
          icon={FileArchiveIcon}
          title={t('transfer:choose')}
          hint={t('transfer:limit')}
          name="file"
          accept=".zip,application/zip"
          required
        />
        <SubmitRow back="/admin/games">{t('transfer:check')}</SubmitRow>
      </form>
    </Panel>
  )
}

type Checked = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['checked']>

function Into({ file, name, game, games }: Pick<Checked, 'file' | 'name' | 'game' | 'games'>) {
  const t = useText()
  return (
    <form className="import-into" action={PATH}>
      <input type="hidden" name="file" value={file} />
      <input type="hidden" name="name" value={name} />
      <SelectField name="game" label={t('transfer:into')} state={null} defaultValue={game ?? ''}>
        <option value="">{t('transfer:into_new')}</option>
        {games.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <button type="submit" className="btn">
        {t('transfer:into_show')}
      </button>
    </form>
  )
}

function Checked({ file, name, game, games, report, times }: Checked) {
  const t = useText()
  const state = useFormState('import')
  const folders = report.kind === 'Folders'
  const empty = folders && report.challenges.length + report.updates.length === 0
  const heading = folders ? (report.existing ? 'existing' : 'folders') : 'game'
  return (
    <Panel title={t('transfer:check_title')} aside={<bdi>{name}</bdi>} body="stack-16">
      {folders && <Into file={file} name={name} game={game} games={games} />}
      <p>{t(`transfer:${heading}`, { title: report.title })}</p>
      <dl className="kv">
        {times.map(({ key, wire, text }) => (
          <div className="contents" key={key}>
            <dt>{t(`transfer:time.${key}`)}</dt>
            <dd>
              <time dateTime={wire}>{text}</time>
            </dd>
          </div>
        ))}
      </dl>
      <form id={FORM} className="stack-16" method="post" action={placeOf(file, name, game)}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="import" />
        <input type="hidden" name="file" value={file} />
        <input type="hidden" name="name" value={name} />
        {game !== null && <input type="hidden" name="game" value={game} />}
        {folders && !empty && !report.existing && (
          <Field
            name="title"
            label={t('transfer:game_title')}
            state={state}
            defaultValue={report.title}
            maxLength={200}
            required
          />
        )}
        {!empty && report.marks.length > 0 && (
          <ImportValueFields marks={report.marks} values={report.values} />
        )}
        {empty && <p>{t('transfer:nothing')}</p>}
        <div className="row">
          {!empty && (
            <button type="submit" className="btn primary">
              {t('transfer:perform')}
            </button>
          )}
          <a className="btn ghost" href={PATH}>
            {t('transfer:again')}
          </a>
        </div>
      </form>
      <ImportReportView report={report} />
    </Panel>
  )
}
