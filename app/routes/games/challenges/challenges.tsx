import { useLoaderData } from '@remix-run/react'
import { GameBar, gameBarOf } from '~/app/components/game/GameBar'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import challengesIsland from '~/app/islands/challenges'
import type { ChallengesProps } from '~/app/islands/challenges/props'
import { readQuery } from '~/app/islands/challenges/query'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf, type UserViewArgs } from '~/app/request/page'
import { Slot } from '~/app/request/page/slot'
import type { Templated } from '~/app/request/page/template'
import { hasOutline, outline } from '~/app/routes/games/challenges/outline'
import styles from '~/app/styles/challenges.css?url'
import { RATES } from '~/server/limits/contract'
import type { Play } from '~/server/participations/contract'
import { idParam } from '~/server/platform/wire'
import { flagSubmitInput } from '~/server/submissions/contract'
import { BoardNotReady } from '../BoardNotReady'
import { challengesView, playOrTry, toVerdict } from './challenges-view'
import { claimForm } from './claim-form'
import { feedbackForm } from './feedback-form'
import { hintForm } from './hint-form'
import { instanceForms } from './instance-forms'
import { withRefusal } from './refusals'
import { Trial } from './Trial'
import { trialForms } from './trial-forms'
import { trialView } from './trial-view'

export const links = () => [{ rel: 'stylesheet', href: styles }]

const placeIn = (args: UserViewArgs) =>
  playOrTry(args, idOf(args.params.id), readQuery(args.url.searchParams))

const load = async (args: UserViewArgs, play: Play | null) => {
  const { services, ctx, params, url, t } = args
  const id = idOf(params.id)
  const query = readQuery(url.searchParams)
  const [{ content, ...game }, view, trial] = await Promise.all([
    services.games.one(ctx, id),
    play && challengesView(args, play, query),
    play ? null : trialView(args, id, query)
  ])
  const name = (view ?? trial)?.sheet?.title ?? t('games:bar.challenges')
  return {
    title: `${name} · ${game.title}`,
    game,
    view,
    /** For administrators who do not play, instead of the view; rendered by Remix alone. */
    trial,
    modal: (view ?? trial) !== null && query.open !== null,
    here: pathOf(args),
    now: ctx.now.getTime()
  }
}

export const loader = page('User', async (args) => load(args, await placeIn(args)))

/** A flag without script; the response is the page with the verdict. */
const flagForm = oneForm({
  role: 'User',
  rate: RATES.flag,
  schema: flagSubmitInput.extend({ challengeId: idParam }),
  async run({ services, ctx, params, url, input: { challengeId, flag } }) {
    const id = idOf(params.id)
    const submission = await services.submissions.submit(ctx, id, challengeId, flag)
    return toVerdict(id, readQuery(url.searchParams), challengeId, submission)
  }
})

export const action = forms({
  '': flagForm,
  hint: hintForm,
  claim: claimForm,
  feedback: feedbackForm,
  ...instanceForms,
  ...trialForms
})

type Data = Awaited<ReturnType<typeof load>>

interface BoardProps {
  view: NonNullable<Data['view']>
  refused?: ChallengesProps['refused']
  instanceRefused?: string | null
  hintRefused?: string | null
  claimRefused?: string | null
  feedbackRefused?: string | null
}

/** Why a form below the text was refused stands in it. */
function refusedIn(
  sheet: ChallengesProps['sheet'],
  { claimRefused, feedbackRefused }: Pick<BoardProps, 'claimRefused' | 'feedbackRefused'>
): ChallengesProps['sheet'] {
  if (!sheet?.html) return sheet
  if (claimRefused) return { ...sheet, html: withRefusal(sheet.html, 'claim', claimRefused) }
  return feedbackRefused ? { ...sheet, html: withRefusal(sheet.html, 'feedback', feedbackRefused) } : sheet
}

/** A page with ages is made for each reader. */
const boardOf = ({
  view,
  refused = null,
  instanceRefused = null,
  hintRefused = null,
  ...below
}: BoardProps) => (
  <Island
    of={challengesIsland}
    props={{ ...view, sheet: refusedIn(view.sheet, below), refused, instanceRefused, hintRefused }}
    kept={view.query.open === null}
    outline={hasOutline(view.query) && !refused && !instanceRefused && !hintRefused ? outline : undefined}
  />
)

/** Templates exist only for pages with a board, and not for staff. */
export const templated: Templated<Data & { view: NonNullable<Data['view']> }> = {
  reader: 'user',
  load: async (args) => {
    const play = await placeIn(args)
    const data = play && (await load(args, play))
    return data?.view ? { ...data, view: data.view } : null
  },
  frame: ({ title, modal }) => ({ title, modal, view: true }),
  slots: {
    bar: ({ game, modal, now }, { viewer }) =>
      gameBarOf({ game, current: 'challenges', now, inert: modal }, viewer),
    board: boardOf
  }
}

function feedbackMessage({ errors, message }: FormState, t: ReturnType<typeof useText>): string {
  const [field, text] = Object.entries(errors)[0] ?? []
  if (text && (field === 'stars' || field === 'line')) return `${t(`feedback:${field}_field`)}: ${text}`
  return message ?? t('common:form.invalid')
}

export default function Challenges() {
  const { game, view, trial, modal, here, now } = useLoaderData<typeof loader>()
  const state = useFormState()
  const t = useText()
  const hintState = useFormState('hint')
  const hintRefused = hintState ? (hintState.message ?? t('common:form.invalid')) : null
  const feedbackState = useFormState('feedback')
  const feedbackRefused = feedbackState && feedbackMessage(feedbackState, t)
  const claimState = useFormState('claim')
  const claimRefused = claimState && (claimState.message ?? t('common:form.invalid'))
  const instanceStates = [useFormState('create'), useFormState('extend'), useFormState('destroy')]
  const instanceState = instanceStates.find((one) => one !== null)
  const instanceRefused = instanceState ? (instanceState.message ?? t('common:form.invalid')) : null
  const refused = state && {
    flag: state.values.flag ?? '',
    message: state.errors.flag ?? state.message ?? t('common:form.invalid')
  }
  return (
    <>
      <Slot name="bar">{() => <GameBar game={game} current="challenges" now={now} inert={modal} />}</Slot>
      <Main className="wide flush">
        <h1 className="sr">{t('games:bar.challenges')}</h1>
        {trial && <Trial view={trial} />}
        {view ? (
          <Slot name="board">
            {() => boardOf({ view, refused, instanceRefused, hintRefused, claimRefused, feedbackRefused })}
          </Slot>
        ) : (
          !trial && <BoardNotReady here={here} />
        )}
      </Main>
    </>
  )
}
