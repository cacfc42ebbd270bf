import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { disposition } from '~/app/request/files/download'
import { RATES } from '~/server/limits/contract'
import { csv } from '~/server/platform/sheets/csv'
import { answersUpdate, ownAnswers } from '~/server/registration-fields/contract'

/** What games ask at sign-up. Not in the contract. */
const calls = api('read', {
  '/api/game/:id/answers': {
    GET: call({
      id: 'gameAnswers',
      summary: 'What the game asks at sign-up, and own answers',
      scope: 'play',
      role: 'User',
      params: byId,
      answer: ownAnswers,
      run: ({ services, ctx, params }) => services.participations.ownAnswers(ctx, params.id)
    }),
    PUT: call({
      id: 'gameChangeAnswers',
      summary: 'Change own answers, and those of the team',
      scope: 'play',
      role: 'User',
      params: byId,
      body: answersUpdate,
      rate: RATES.write,
      run: ({ services, ctx, params, body }) =>
        services.participations.changeAnswers(ctx, params.id, body.answers)
    })
  },
  '/api/game/:id/participations/csv': {
    GET: call({
      id: 'gameParticipationsCsv',
      summary: 'Players who signed up and what they answered, as CSV',
      scope: 'admin',
      act: 'review',
      params: byId,
      file: 'text/csv',
      async run({ services, ctx, params }) {
        const table = await services.participations.answersTable(ctx, params.id)
        const headers = {
          'Content-Type': 'text/csv',
          'Content-Disposition': disposition('attachment', `players-${params.id}.csv`)
        }
        return new Reply(200, headers, csv(table))
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
