import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { countInstanceCall } from '~/app/request/api/instance-rate'
import { playedChallenge } from '~/app/request/played-challenge'
import { challengeView } from '~/server/challenges/contract'
import { hintOffer } from '~/server/hints/contract'
import { containerInfo, instanceView } from '~/server/instances/contract'
import { receiptView } from '~/server/ledger-export/contract'
import { RATES } from '~/server/limits/contract'
import { notFound } from '~/server/platform/errors'
import { idParam } from '~/server/platform/wire'
import {
  ANSWER_RESULTS,
  flagSubmitInput,
  solverList,
  solverPaging,
  tryList,
  tryPaging
} from '~/server/submissions/contract'

const ofChallenge = z.object({ id: idParam, challengeId: idParam })

/** Seconds that a POST may wait for its verdict. */
const MAX_WAIT_SECONDS = 10

/** Seconds of `Prefer: wait` (RFC 7240); null without it. */
function preferredWait(header: string | null): number | null {
  const preferred = /(?:^|[\s,;])wait\s*=\s*"?(\d{1,6})"?\s*(?:[,;]|$)/i.exec(header ?? '')
  return preferred ? Math.min(Number(preferred[1]), MAX_WAIT_SECONDS) : null
}

const calls = api('play', {
  '/api/game/:id/challenges/:challengeId': {
    GET: call({
      id: 'gameGetChallenge',
      summary: 'Read a challenge',
      role: 'User',
      params: ofChallenge,
      answer: challengeView,
      run: ({ services, ctx, params }) => playedChallenge({ services, ctx }, params.id, params.challengeId)
    }),
    POST: call({
      id: 'gameSubmit',
      summary: 'Submit a flag',
      role: 'User',
      params: ofChallenge,
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
  },
  '/api/game/:id/container/:challengeId': {
    GET: call({
      id: 'gameGetContainer',
      summary: 'How the own instance stands',
      role: 'User',
      params: ofChallenge,
      answer: instanceView,
      run: ({ services, ctx, params }) => services.instances.view(ctx, params.id, params.challengeId)
    }),
    POST: call({
      id: 'gameCreateContainer',
      summary: 'Start an own instance',
      role: 'User',
      params: ofChallenge,
      answer: containerInfo,
      rate: RATES.container,
      async run(args) {
        const { services, ctx, params } = args
        await countInstanceCall(args, params.id, params.challengeId)
        return services.instances.create(ctx, params.id, params.challengeId)
      }
    }),
    DELETE: call({
      id: 'gameDeleteContainer',
      summary: 'Stop the own instance',
      role: 'User',
      params: ofChallenge,
      rate: RATES.container,
      async run(args) {
        const { services, ctx, params } = args
        await countInstanceCall(args, params.id, params.challengeId)
        await services.instances.destroy(ctx, params.id, params.challengeId)
      }
    })
  },
  '/api/game/:id/container/:challengeId/extend': {
    POST: call({
      id: 'gameExtendContainerLifetime',
      summary: 'Let the own instance live longer',
      role: 'User',
      params: ofChallenge,
      answer: containerInfo,
      rate: RATES.container,
      async run(args) {
        const { services, ctx, params } = args
        await countInstanceCall(args, params.id, params.challengeId)
        return services.instances.extend(ctx, params.id, params.challengeId)
      }
    })
  },
  // Not in the contract: lists of a challenge's dialog.
  '/api/game/:id/challenges/:challengeId/tries': {
    GET: call({
      id: 'gameTries',
      summary: 'Own flags for a challenge',
      role: 'User',
      params: ofChallenge,
      query: tryPaging,
      answer: tryList,
      run: ({ services, ctx, params, query }) =>
        services.submissions.tries(ctx, params.id, params.challengeId, query)
    })
  },
  '/api/game/:id/challenges/:challengeId/solvers': {
    GET: call({
      id: 'gameSolvers',
      summary: 'Who solved a challenge',
      scope: 'read',
      params: ofChallenge,
      query: solverPaging,
      answer: solverList,
      run: ({ services, ctx, params, query }) =>
        services.submissions.solvers(ctx, params.id, params.challengeId, query)
    })
  },
  '/api/game/:id/challenges/:challengeId/hints/:hintId': {
    POST: call({
      id: 'gameBuyHint',
      summary: 'Buy a hint for the own team, once',
      role: 'User',
      rate: RATES.write,
      params: ofChallenge.extend({ hintId: idParam }),
      answer: hintOffer,
      run: ({ services, ctx, params }) =>
        services.hints.buy(ctx, params.id, params.challengeId, params.hintId)
    })
  },
  '/api/game/:id/challenges/:challengeId/receipt': {
    GET: call({
      id: 'gameReceipt',
      summary: 'Where the own solve stands in the ledger',
      role: 'User',
      params: ofChallenge,
      answer: receiptView,
      async run({ services, ctx, params }) {
        const standing = await services.games.standing(ctx, params.id)
        if (!standing) throw notFound('ledger.no_receipt')
        return services.ledgerExport.receipt(ctx, params.id, standing.participationId, params.challengeId)
      }
    })
  },
  '/api/game/:id/challenges/:challengeId/status/:submitId': {
    GET: call({
      id: 'gameStatus',
      summary: 'Poll a verdict',
      role: 'User',
      vital: true,
      params: z.object({ id: idParam, challengeId: idParam, submitId: idParam }),
      answer: z.enum(ANSWER_RESULTS),
      run: ({ services, ctx, params }) =>
        services.submissions.status(ctx, params.id, params.challengeId, params.submitId)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
