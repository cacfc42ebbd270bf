import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { disposition } from '~/app/request/files/download'
import { type FeedbackRow, feedbackInput, feedbackList, feedbackQuery } from '~/server/feedback/contract'
import { RATES } from '~/server/limits/contract'
import { csv } from '~/server/platform/sheets/csv'
import { idParam } from '~/server/platform/wire'

const COLUMNS = ['challengeId', 'challenge', 'stars', 'line', 'time', 'user', 'team']
const sheetRow = ({ challenge, stars, line, time, user }: FeedbackRow) => [
  ...[challenge.id, challenge.title, stars, line, time],
  ...[user?.name ?? null, user?.team ?? null]
]

// Not in the contract (docs/rules/challenges.md#feedback).
const calls = api('monitor', {
  '/api/game/:id/feedback': {
    GET: call({
      id: 'gameFeedback',
      summary: 'What members said about the challenges that they solved, for staff',
      act: 'feedback',
      params: byId,
      query: feedbackQuery,
      answer: feedbackList,
      run: ({ services, ctx, params, query }) => services.feedback.list(ctx, params.id, query)
    })
  },
  '/api/game/:id/feedback/csv': {
    GET: call({
      id: 'gameFeedbackCsv',
      summary: 'What members said about the challenges that they solved, as CSV',
      act: 'feedback',
      params: byId,
      file: 'text/csv',
      async run({ services, ctx, params }) {
        const rows = await services.feedback.whole(ctx, params.id)
        const headers = {
          'Content-Type': 'text/csv',
          'Content-Disposition': disposition('attachment', `feedback-${params.id}.csv`)
        }
        return new Reply(200, headers, csv([COLUMNS, ...rows.map(sheetRow)]))
      }
    })
  },
  '/api/game/:id/feedback/:challengeId': {
    PUT: call({
      id: 'gameGiveFeedback',
      scope: 'play',
      summary: 'Rate a challenge that the own team solved, or change the own rating',
      role: 'User',
      params: byId.extend({ challengeId: idParam }),
      body: feedbackInput,
      rate: RATES.write,
      run: ({ services, ctx, params, body }) =>
        services.feedback.give(ctx, params.id, params.challengeId, body)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
