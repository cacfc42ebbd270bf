import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { challengeView } from '~/server/challenges/contract'
import { RATES } from '~/server/platform/rates'
import { idParam } from '~/server/platform/wire'
import { flagSubmitInput } from '~/server/submissions/contract'

const params = z.object({ id: idParam, challengeId: idParam })

/** Seconds that a POST may wait for its verdict. */
const LONGEST_WAIT = 10

/** Seconds that the caller would wait for the verdict (RFC 7240, `wait`); null when it did not say. */
function preferredWait(header: string | null): number | null {
  const asked = /(?:^|[\s,;])wait\s*=\s*"?(\d{1,6})"?\s*(?:[,;]|$)/i.exec(header ?? '')
  return asked ? Math.min(Number(asked[1]), LONGEST_WAIT) : null
}

const calls = api({
  GET: call({
    id: 'gameGetChallenge',
    summary: 'Read a challenge',
    role: 'User',
    params,
    answer: challengeView,
    run: ({ services, ctx, params }) => services.challenges.play(ctx, params.id, params.challengeId)
  }),
  POST: call({
    id: 'gameSubmit',
    summary: 'Submit a flag',
    role: 'User',
    params,
    body: flagSubmitInput,
    answer: z.int(),
    rate: RATES.flag,
    async run({ services: { submissions }, ctx, params: { id, challengeId }, body: { flag }, request }) {
      const wait = preferredWait(request.header('prefer'))
      if (wait === null) return submissions.submit(ctx, id, challengeId, flag)
      const submission = await submissions.answer(ctx, id, challengeId, flag, wait * 1000)
      return Reply.json(submission.id, {
        'Preference-Applied': `wait=${wait}`,
        'Submission-Status': submission.status
      })
    }
  })
})
export const loader = calls.loader
export const action = calls.action
