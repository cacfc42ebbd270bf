import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import containerTest from '~/app/islands/container-test'
import { Island } from '~/app/islands/runtime/island'
import { page, type UserPageArgs } from '~/app/request/page'
import { newestTest, type TestInstance } from '~/app/request/test-instance'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import editorStyles from '~/app/styles/patterns/container-editor.css?url'
import formStyles from '~/app/styles/patterns/forms.css?url'
import instanceStyles from '~/app/styles/patterns/instances.css?url'
import { hasContainer } from '~/server/challenges/contract'
import { clusterLimitOf, dockerNeedOf } from '~/server/instances/contract'
import { AdminFrame } from '../../AdminFrame'
import { EditForm } from '../../EditForm'
import { EnginesBanner } from '../../instances/InstancesHead'
import { ChallengeHead } from '../ChallengeHead'
import { loadChallengeHead } from '../challenge-of'
import { AccessPanel } from './ContainerAccess'
import { EndpointsPanel } from './ContainerEndpoints'
import { KindPanel } from './ContainerKind'
import { LimitsPanel } from './ContainerLimits'
import { RunPanel } from './ContainerRun'
import { composeView, NO_COMPOSE } from './compose-view'
import { containerForms, containerPath } from './container-actions'
import { containerFieldsOf } from './container-form'
import { FitnessBanners } from './FitnessBanners'
import { inForceOf } from './in-force'

export const links = () =>
  [adminStyles, formStyles, instanceStyles, editorStyles].map((href) => ({ rel: 'stylesheet', href }))

const FORMS = { pull: 'container-acts', port: 'container-port' }
/** Seconds between reloads without script during a start. */
const POLL_SECONDS = 3
/** Milliseconds that a slow engine may delay the page; script requests again. */
const LOG_TIMEOUT_MS = 1000

/** Output of a test so far; null when the engine did not respond in time. */
async function linesOf({ services, ctx }: UserPageArgs, test: TestInstance | null) {
  if (!test?.startedAt || test.state === 'ended' || test.state === 'failed') return []
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LOG_TIMEOUT_MS))
  return Promise.race([services.instances.logs(ctx, test.id, null).catch(() => null), late])
}

export const loader = page('challenges', async (args) => {
  const { services, ctx, t } = args
  const { game, challenge, head } = await loadChallengeHead(args)
  const { id, title, type } = challenge
  if (!hasContainer(type)) throw redirect(`/admin/games/${game.id}/challenges/${id}`)
  const references = await services.challenges.imagesOf(ctx, game.id, id)
  const [engines, images, test, settings] = await Promise.all([
    services.engines.list(ctx),
    services.engines.imagesOf(ctx, references),
    newestTest(args, game.id, id),
    services.settings.read()
  ])
  const read = challenge.containerCompose
    ? services.challenges.readCompose(ctx, challenge.containerCompose)
    : null
  const compose = read ? composeView(read, t) : NO_COMPOSE
  return {
    title: t('containers:title', { title }),
    now: ctx.now.getTime(),
    head,
    version: challenge.version,
    fields: containerFieldsOf(challenge),
    need: dockerNeedOf({ ...challenge.containerOptions, services: compose.services.length }),
    egress: challenge.containerOptions.egress,
    limit: clusterLimitOf(read?.ok ? read.spec.services : []),
    force: inForceOf(challenge, engines, settings.containerPolicy, compose.services),
    references,
    compose,
    port: challenge.containerExposePort,
    engines,
    images,
    test,
    lines: await linesOf(args, test),
    aliases: (process.env.CONTAINER_FLAG_ALIASES ?? '').split(',').flatMap((name) => name.trim() || [])
  }
})

export const action = containerForms

export default function Container() {
  const {
    now,
    head,
    version,
    fields,
    need,
    limit,
    egress,
    force,
    references,
    compose,
    port,
    engines,
    images,
    test,
    lines,
    aliases
  } = useLoaderData<typeof loader>()
  const { heading, challenge } = head
  const names = compose.services.map(({ name }) => name)
  const href = containerPath(heading.id, challenge.id)
  const url = `/api/edit/games/${heading.id}/challenges/${challenge.id}`
  const moving = test !== null && (test.state === 'queued' || test.state === 'starting')
  const entry = compose.services.find(({ name }) => name === fields.entry.entryService)
  const main = images.filter(({ reference }) => !entry || reference === entry.image)
  const ready = main.find(({ state }) => state === 'ready')
  const barrier = references.length === 0 ? 'image' : engines.length === 0 ? 'engine' : null
  return (
    <AdminFrame>
      {moving && (
        <noscript>
          <meta httpEquiv="refresh" content={String(POLL_SECONDS)} />
        </noscript>
      )}
      <ChallengeHead {...head} view="container" />
      <EnginesBanner engines={engines} />
      <FitnessBanners need={need} limit={limit} egress={egress} engines={engines} />
      <EditForm
        href={href}
        version={version}
        main={
          <>
            <KindPanel
              fields={fields}
              status={{
                url: `${url}/image`,
                references,
                images,
                engines: engines.length,
                port,
                forms: FORMS,
                href
              }}
              compose={compose}
              source={`${href}/Compose`}
            />
            <AccessPanel fields={fields} healthcheck={ready?.details?.healthcheck ?? null} />
            <EndpointsPanel fields={fields} services={names} />
            <LimitsPanel fields={fields} force={force} services={compose.services} />
            <RunPanel
              fields={fields}
              names={challenge.type === 'DynamicContainer' ? ['FLAG', ...aliases] : null}
            />
          </>
        }
        side={
          <Island
            of={containerTest}
            props={{
              url: `${url}/container`,
              test,
              lines,
              barrier,
              form: FORMS.pull,
              href: `${href}#test`,
              now
            }}
          />
        }
      />
      <form id={FORMS.pull} method="post" action={href} />
      <form id={FORMS.port} method="post" action={href}>
        <input type="hidden" name="intent" value="port" />
      </form>
    </AdminFrame>
  )
}
