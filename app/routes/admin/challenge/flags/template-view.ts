import type { UserPageArgs } from '~/app/request/page'
import type { ChallengeEdit } from '~/server/challenges/contract'
import { sampleQuery } from '~/server/challenges/flags/contract'

export async function templateOf({ services, ctx, params, t, url }: UserPageArgs, challenge: ChallengeEdit) {
  const requested = sampleQuery.safeParse(Object.fromEntries(url.searchParams))
  const tried = url.searchParams.has('template') && requested.success ? requested.data.template : null
  const template = tried ?? challenge.flagTemplate ?? ''
  const { fault, ...rest } = await services.challenges.samples(ctx, Number(params.id), challenge.id, template)
  const first = { ...rest, fault: fault && (t(`errors:${fault}`) as string) }
  return { template, first }
}
