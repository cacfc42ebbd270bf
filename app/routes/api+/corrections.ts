import { z } from 'zod'
import { api, call } from '~/app/request/api'
import {
  correctionApply,
  correctionInput,
  correctionList,
  correctionPreview,
  correctionView,
  publicCorrections,
  undoInput,
  visibilityInput
} from '~/server/corrections/contract'
import { notFound } from '~/server/platform/errors'
import { idParam, paging } from '~/server/platform/wire'

const ofGame = z.object({ id: idParam })
const ofCorrection = ofGame.extend({ number: idParam })
const page = paging(50, 100)

const calls = api('edit', {
  '/api/edit/games/:id/corrections': {
    GET: call({
      id: 'editGameCorrections',
      summary: 'List how the results of a game were corrected',
      act: 'corrections',
      params: ofGame,
      query: page,
      answer: correctionList,
      run: ({ services, ctx, params, query }) => services.corrections.list(ctx, params.id, query)
    }),
    POST: call({
      id: 'editApplyGameCorrection',
      summary: 'Correct the results of a game',
      act: 'corrections',
      params: ofGame,
      body: correctionApply,
      answer: correctionView,
      run: ({ services, ctx, params, body }) => services.corrections.apply(ctx, params.id, body)
    }),
    PUT: call({
      id: 'editGameCorrectionVisibility',
      summary: 'Show the corrections of a game to everybody, or to staff only',
      act: 'corrections',
      params: ofGame,
      body: visibilityInput,
      run: ({ services, ctx, params, body }) => services.corrections.setPublic(ctx, params.id, body.public)
    })
  },
  '/api/edit/games/:id/corrections/preview': {
    POST: call({
      id: 'editPreviewGameCorrection',
      summary: 'Say what a correction would do',
      act: 'corrections',
      params: ofGame,
      body: correctionInput,
      answer: correctionPreview,
      run: ({ services, ctx, params, body }) => services.corrections.preview(ctx, params.id, body)
    })
  },
  '/api/edit/games/:id/corrections/:number': {
    GET: call({
      id: 'editGameCorrection',
      summary: 'Read a correction',
      act: 'corrections',
      params: ofCorrection,
      answer: correctionView,
      run: ({ services, ctx, params }) => services.corrections.one(ctx, params.id, params.number)
    })
  },
  '/api/edit/games/:id/corrections/:number/undo': {
    GET: call({
      id: 'editPreviewUndoGameCorrection',
      summary: 'Say what undoing a correction would do',
      act: 'corrections',
      params: ofCorrection,
      answer: correctionPreview,
      run: ({ services, ctx, params }) => services.corrections.previewUndo(ctx, params.id, params.number)
    }),
    POST: call({
      id: 'editUndoGameCorrection',
      summary: 'Undo a correction',
      act: 'corrections',
      params: ofCorrection,
      body: undoInput,
      answer: correctionView,
      run: ({ services, ctx, params, body }) => services.corrections.undo(ctx, params.id, params.number, body)
    })
  },
  '/api/game/:id/corrections': {
    GET: call({
      id: 'gameCorrections',
      summary: 'List how the results of a game were corrected, where the organiser shows it',
      scope: 'read',
      params: ofGame,
      query: page,
      answer: publicCorrections,
      async run({ services, ctx, params, query }) {
        const found = await services.corrections.published(ctx, params.id, query)
        if (!found) throw notFound('correction.not_found')
        return found
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
