import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { disposition } from '~/app/request/files/download'
import {
  mergeDone,
  mergeInput,
  mergePreview,
  mergePreviewInput,
  ONE_RESULT,
  suitcaseView
} from '~/server/suitcases/contract'

const ofSuitcase = byId.extend({ suitcaseId: z.uuid() })

const calls = api('edit', {
  '/api/edit/games/:id/suitcases': {
    GET: call({
      id: 'editGameSuitcases',
      summary: 'List what was packed of a game for machines without a network',
      act: 'suitcase',
      params: byId,
      answer: z.array(suitcaseView),
      run: ({ services, ctx, params }) => services.suitcases.list(ctx, params.id)
    }),
    POST: call({
      id: 'editReceiveSuitcaseResults',
      summary: 'Check results of a suitcase, and keep them for a merge',
      act: 'suitcase',
      params: byId,
      files: ONE_RESULT,
      answer: suitcaseView,
      run: ({ services, ctx, params, files: [file] }) => services.suitcases.receive(ctx, params.id, file)
    })
  },
  '/api/edit/games/:id/suitcases/results': {
    GET: call({
      id: 'editSuitcaseResults',
      summary: 'The signed results of a game that came in a suitcase',
      act: 'suitcase',
      params: byId,
      file: 'application/x-ndjson',
      async run({ services, ctx, params }) {
        const headers = {
          'Content-Type': 'application/x-ndjson',
          'Content-Disposition': disposition('attachment', `results-${params.id}.ndjson`)
        }
        return new Reply(200, headers, await services.suitcases.results(ctx, params.id))
      }
    })
  },
  '/api/edit/games/:id/suitcases/:suitcaseId/preview': {
    POST: call({
      id: 'editPreviewSuitcaseMerge',
      summary: 'Say what merging the results of a suitcase would do',
      act: 'suitcase',
      params: ofSuitcase,
      body: mergePreviewInput,
      answer: mergePreview,
      run: ({ services, ctx, params, body }) =>
        services.suitcases.preview(ctx, params.id, params.suitcaseId, body)
    })
  },
  '/api/edit/games/:id/suitcases/:suitcaseId/merge': {
    POST: call({
      id: 'editMergeSuitcase',
      summary: 'Merge the results of a suitcase into its game, as a correction',
      act: 'suitcase',
      params: ofSuitcase,
      body: mergeInput,
      answer: mergeDone,
      run: async ({ services, ctx, params, body }) => ({
        correction: await services.suitcases.merge(ctx, params.id, params.suitcaseId, body)
      })
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
