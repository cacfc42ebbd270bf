import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { EmptyState } from '~/app/components/EmptyState'
import { FormMessage } from '~/app/components/form/FormMessage'
import { PlusIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { announceIn } from '~/app/request/announce'
import { useFormState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import { useShell } from '~/app/request/page/shell'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import bulkStyles from '~/app/styles/patterns/bulk.css?url'
import listStyles from '~/app/styles/patterns/challenge-list.css?url'
import editorStyles from '~/app/styles/patterns/container-editor.css?url'
import { challengeInput, hasContainer } from '~/server/challenges/contract'
import { AdminFrame } from '../../AdminFrame'
import { bulkForm, challengeNames } from '../../bulk-form'
import { categoryIn } from '../../category-value'
import { enableForm } from '../../challenge/enable-form'
import { useRefused } from '../../draft-state'
import { NothingFits } from '../../ListHead'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { ChallengesTable } from './ChallengesTable'
import { ChallengeTools } from './ChallengeTools'
import { challengeList, releasesOf } from './challenge-list'
import { NewChallenge } from './NewChallenge'
import { Releases } from './Releases'

export const links = () =>
  [adminStyles, bulkStyles, editorStyles, listStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = page('challenges', async (args) => {
  const { services, ctx, url, t } = args
  const { game, heading } = await loadGameHead(args)
  const all = await services.challenges.editList(ctx, game.id)
  const adding = url.searchParams.has('new') || all.length === 0
  const here = url.pathname + url.search
  return {
    title: `${t('admin:tab.challenges')} · ${game.title}`,
    heading,
    all: all.length,
    adding,
    own: adding ? await services.categories.list(ctx, game.id) : [],
    here,
    line: {
      releases: releasesOf(all),
      start: Date.parse(game.start),
      end: Date.parse(game.end),
      now: ctx.now.getTime()
    },
    ...challengeList(all, url.searchParams)
  }
})

/** The form's one control chooses among the thirteen categories and those of the game. */
const newChallenge = z.preprocess(
  (form) => {
    const { category, ...others } = form as Record<string, unknown>
    return { ...others, ...categoryIn(String(category)) }
  },
  challengeInput.pick({ title: true, category: true, customCategoryId: true, type: true })
)

export const action = forms({
  create: oneForm({
    act: 'challenges',
    schema: newChallenge,
    fields: { 'category.not_found': 'category' },
    async run({ services, ctx, params, input }) {
      const gameId = idOf(params.id)
      const { id } = await services.challenges.create(ctx, gameId, input)
      const to = `/admin/games/${gameId}/challenges/${id}`
      return redirect(hasContainer(input.type) ? `${to}/Container` : to, 303)
    }
  }),
  enable: enableForm,
  'bulk-disable': bulkForm('challenges', challengeNames, ({ services, ctx, params }, ids, form) =>
    services.challenges.setEnabled(ctx, idOf(params.id), ids, false, announceIn(form, 'bulk-disable'))
  )
})

export default function Challenges() {
  const { heading, all, challenges, adding, own, here, line, ...tools } = useLoaderData<typeof loader>()
  const creating = useFormState('create')
  const refused = useRefused()
  const t = useText()
  const href = `/admin/games/${heading.id}/challenges`
  // Only administrators import.
  const imports = useShell()?.viewer?.role === 'Admin'
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="challenges"
        title={t('admin:tab.challenges')}
        actions={
          !adding &&
          !creating && (
            <>
              {imports && (
                <a className="btn" href="/admin/games/import">
                  {t('transfer:link')}
                </a>
              )}
              <a className="btn" href={`/admin/games/${heading.id}/Categories`}>
                {t('categories:title')}
              </a>
              <a className="btn" href={`${href}/Replace`}>
                {t('admin:replace.title')}
              </a>
              <a className="btn primary" href={`${href}?new`}>
                <PlusIcon />
                {t('admin:challenges.new')}
              </a>
            </>
          )
        }
      />
      <div className="stack-16">
        <FormMessage state={creating ? null : refused} />
        {(adding || creating) && <NewChallenge href={href} first={all === 0} categories={own} />}
        <Releases {...line} />
        {all > 0 && <ChallengeTools {...tools} />}
        {challenges.length > 0 && (
          <ChallengesTable
            label={t('admin:tab.challenges')}
            href={href}
            here={here}
            challenges={challenges}
            sort={tools.sort}
          />
        )}
        {all > 0 && challenges.length === 0 && (
          <NothingFits title={t('admin:challenges.nothing')} href={href} />
        )}
        {all === 0 && (
          <EmptyState
            title={t('admin:challenges.none')}
            action={
              imports && (
                <a className="btn" href="/admin/games/import">
                  {t('transfer:link')}
                </a>
              )
            }
          >
            {t('admin:challenges.none_text')}
          </EmptyState>
        )}
      </div>
    </AdminFrame>
  )
}
