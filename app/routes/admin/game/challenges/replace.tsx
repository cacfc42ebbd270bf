import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { EmptyState } from '~/app/components/EmptyState'
import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { EnabledBadge } from '~/app/components/game/EnabledBadge'
import { SearchIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { type PageArgs, page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import historyStyles from '~/app/styles/patterns/history.css?url'
import { type TextFound, textReplacement } from '~/server/challenges/replace/contract'
import { bulkIds } from '~/server/platform/wire'
import { AdminFrame } from '../../AdminFrame'
import { bulkResult, challengeNames, nothingSelected } from '../../bulk-form'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'

export const links = () => [adminStyles, historyStyles].map((href) => ({ rel: 'stylesheet', href }))

const listOf = (gameId: number) => `/admin/games/${gameId}/challenges`

function searchOf({ searchParams }: URL) {
  const find = searchParams.get('find') ?? ''
  const replace = searchParams.get('replace') ?? ''
  // A link that only says what to find has not said yet what comes in its place.
  const entered = searchParams.has('replace')
  return { find, replace, entered, whole: find === '' || searchParams.has('whole') }
}

async function foundBy({ services, ctx, url, t }: PageArgs, gameId: number) {
  const search = searchOf(url)
  if (search.find === '') return { search, found: null, fault: null }
  const read = textReplacement.safeParse(search)
  const issue = read.error?.issues[0]
  if (issue) return { search, found: null, fault: { [String(issue.path[0])]: t(`errors:${issue.message}`) } }
  return { search, found: await services.challenges.findText(ctx, gameId, search), fault: null }
}

export const loader = page('challenges', async (args) => {
  const { game, heading } = await loadGameHead(args)
  const title = args.t('admin:replace.title')
  return { title, heading, here: args.url.pathname, ...(await foundBy(args, game.id)) }
})

/** An empty replacement deletes the text, which needs a confirmation. */
const replaceForm = textReplacement
  .extend({
    ids: bulkIds,
    remove: z.string().optional(),
    whole: z
      .string()
      .optional()
      .transform((ticked) => ticked !== undefined)
  })
  .refine(({ replace, remove }) => replace !== '' || remove !== undefined, {
    message: 'challenge.replace_nothing',
    path: ['']
  })

export const action = forms({
  replace: oneForm({
    act: 'challenges',
    schema: replaceForm,
    async run(args) {
      const gameId = idOf(args.params.id)
      const { ids, remove: _, ...change } = args.input
      if (ids.length === 0) return nothingSelected(listOf(gameId))
      const outcome = await args.services.challenges.replaceText(args.ctx, gameId, ids, change)
      return bulkResult(args, listOf(gameId), outcome, { names: challengeNames })
    }
  })
})

export default function Replace() {
  const { title, heading, here, search, found, fault } = useLoaderData<typeof loader>()
  const t = useText()
  const refused = useFormState('replace')
  const state = fault ? { intent: 'find', errors: fault, values: {}, message: null } : null
  const list = listOf(heading.id)
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="challenges"
        title={title}
        crumbs={[{ href: list, text: t('admin:tab.challenges') }, { text: title }]}
      />
      <div className="stack-16">
        <FormMessage state={refused} />
        <Panel title={title}>
          <form method="get" action={here} className="stack-16">
            <p>{t('admin:replace.text')}</p>
            <div className="form-grid">
              <Field
                name="find"
                label={t('admin:replace.find')}
                hint={t('admin:replace.find_hint')}
                className="mono"
                defaultValue={search.find}
                maxLength={200}
                state={state}
                required
              />
              <Field
                name="replace"
                label={t('admin:replace.by')}
                className="mono"
                defaultValue={search.replace}
                maxLength={2000}
                state={state}
                optional
              />
            </div>
            <label className="check">
              <input type="checkbox" name="whole" defaultChecked={search.whole} />
              <span>{t('admin:replace.whole')}</span>
            </label>
            <div className="row">
              <button type="submit" className={found?.length && search.entered ? 'btn' : 'btn primary'}>
                {t('admin:replace.preview')}
              </button>
              <a className="btn" href={list}>
                {t('common:cancel')}
              </a>
            </div>
          </form>
        </Panel>
        {found && found.length === 0 && <EmptyState icon={SearchIcon} title={t('admin:replace.nothing')} />}
        {found && found.length > 0 && <Found {...{ here, search, found, list }} />}
      </div>
    </AdminFrame>
  )
}

interface FoundProps {
  here: string
  search: ReturnType<typeof searchOf>
  found: TextFound[]
  list: string
}

function Found({ here, search: { find, replace, entered, whole }, found, list }: FoundProps) {
  const t = useText()
  const count = found.reduce((sum, one) => sum + one.count, 0)
  const counts = { hits: count, challenges: t('admin:gone.challenges', { count: found.length }) }
  return (
    <Panel title={t('admin:replace.found', counts)}>
      <form method="post" action={here} className="stack-16">
        <input type="hidden" name="find" value={find} />
        <input type="hidden" name="replace" value={replace} />
        {whole && <input type="hidden" name="whole" value="on" />}
        <ul className="replace-list">
          {found.map(({ id, title, isEnabled, count, hits }) => (
            <li key={id}>
              <div className="row">
                <label className="check">
                  <input type="checkbox" name="ids[]" value={id} defaultChecked />
                  <span className="sr">{t('widgets:pick.one', { name: title })}</span>
                </label>
                <a className="primary-cell link" href={`${list}/${id}`}>
                  <bdi>{title}</bdi>
                </a>
                <EnabledBadge enabled={isEnabled} />
              </div>
              {hits.map(({ before, after }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: hits have nothing but their place
                <p key={place} className="mono">
                  {before}
                  {entered ? <del>{find}</del> : <mark>{find}</mark>}
                  {replace && <ins>{replace}</ins>}
                  {after}
                </p>
              ))}
              {count > hits.length && (
                <p className="muted">{t('admin:replace.more', { n: count - hits.length })}</p>
              )}
            </li>
          ))}
        </ul>
        {entered && replace === '' && (
          <label className="check">
            <input type="checkbox" name="remove" required />
            <span>{t('admin:replace.remove_all', counts)}</span>
          </label>
        )}
        {entered ? (
          <div className="row">
            <button
              type="submit"
              className={replace === '' ? 'btn danger-solid' : 'btn primary'}
              name="intent"
              value="replace"
            >
              {t(replace === '' ? 'admin:replace.remove' : 'admin:replace.apply')}
            </button>
            <span className="hint">{t('admin:replace.undo')}</span>
          </div>
        ) : (
          <p className="hint">{t('admin:replace.enter')}</p>
        )}
      </form>
    </Panel>
  )
}
