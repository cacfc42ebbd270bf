import { redirect } from '@remix-run/node'
import { hrefOf, readQuery } from '~/app/islands/challenges/query'
import { oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { feedbackInput } from '~/server/feedback/contract'
import { idParam } from '~/server/platform/wire'

/** Stores a rating; the response is the challenge, whose form shows it. */
export const feedbackForm = oneForm({
  role: 'User',
  schema: feedbackInput.extend({ challengeId: idParam }),
  async run({ services, ctx, params, url, input: { challengeId, ...input } }) {
    const id = idOf(params.id)
    await services.feedback.give(ctx, id, challengeId, input)
    const query = readQuery(url.searchParams)
    return redirect(hrefOf(id, { ...query, open: challengeId, part: 'text', submission: null }), 303)
  }
})
