import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import {
  correctionApply,
  correctionInput,
  correctionList,
  correctionPreview,
  correctionView,
  draftConfirm,
  draftDecline,
  draftList,
  draftNow,
  draftState,
  draftView,
  publicCorrections,
  secondInput,
  undoInput,
  visibilityInput
} from '~/server/corrections/contract'
import { notFound } from '~/server/platform/errors'
import { idParam, pagingQuery } from '~/server/platform/wire'

const ofCorrection = byId.extend({ number: idParam })
const ofDraft = byId.extend({ draftId: idParam })
const page = pagingQuery(50, 100)

const calls = api('edit', {
  '/api/edit/games/:id/corrections': {
    GET: call({
      id: 'editGameCorrections',
      summary: 'List how the results of a game were corrected',
      act: 'corrections',
      params: byId,
      query: page,
      answer: correctionList,
      run: ({ services, ctx, params, query }) => services.corrections.list(ctx, params.id, query)
    }),
    POST: call({
      id: 'editApplyGameCorrection',
      summary: 'Correct the results of a game',
      act: 'corrections',
      params: byId,
      body: correctionApply,
      answer: correctionView,
      run: ({ services, ctx, params, body }) => services.corrections.apply(ctx, params.id, body)
    }),
    PUT: call({
      id: 'editGameCorrectionVisibility',
      summary: 'Show the corrections of a game to everybody, or to staff only',
      act: 'corrections',
      params: byId,
      body: visibilityInput,
      run: ({ services, ctx, params, body }) => services.corrections.setPublic(ctx, params.id, body.public)
    })
  },
  '/api/edit/games/:id/corrections/preview': {
    POST: call({
      id: 'editPreviewGameCorrection',
      summary: 'Say what a correction would do',
      act: 'corrections',
      params: byId,
      body: correctionInput,
      answer: correctionPreview,
      run: ({ services, ctx, params, body }) => services.corrections.preview(ctx, params.id, body)
    })
  },
  '/api/edit/games/:id/corrections/second': {
    PUT: call({
      id: 'editGameCorrectionSecond',
      summary: 'Say whether corrections that move the first ten need a second person',
      act: 'settings',
      params: byId,
      body: secondInput,
      run: ({ services, ctx, params, body }) => services.corrections.setSecond(ctx, params.id, body.second)
    })
  },
  '/api/edit/games/:id/corrections/drafts': {
    GET: call({
      id: 'editGameCorrectionDrafts',
      summary: 'List corrections that are not applied yet, or what became of them',
      act: 'corrections',
      params: byId,
      query: pagingQuery(30, 100).extend(draftState.shape),
      answer: draftList,
      run: ({ services, ctx, params, query }) => services.corrections.drafts.list(ctx, params.id, query)
    }),
    POST: call({
      id: 'editDraftGameCorrection',
      summary: 'Keep a correction as a draft, for a second person or for later',
      act: 'corrections',
      params: byId,
      body: correctionApply,
      answer: draftNow,
      run: ({ services, ctx, params, body }) => services.corrections.drafts.propose(ctx, params.id, body)
    })
  },
  '/api/edit/games/:id/corrections/drafts/:draftId': {
    GET: call({
      id: 'editGameCorrectionDraft',
      summary: 'Read a draft and what it would do now',
      act: 'corrections',
      params: ofDraft,
      answer: draftNow,
      run: ({ services, ctx, params }) => services.corrections.drafts.one(ctx, params.id, params.draftId)
    }),
    DELETE: call({
      id: 'editWithdrawGameCorrection',
      summary: 'Take an own draft back',
      act: 'corrections',
      params: ofDraft,
      answer: draftView,
      run: ({ services, ctx, params }) => services.corrections.drafts.withdraw(ctx, params.id, params.draftId)
    })
  },
  '/api/edit/games/:id/corrections/drafts/:draftId/confirm': {
    POST: call({
      id: 'editConfirmGameCorrection',
      summary: 'Apply a draft, exactly as its preview said',
      act: 'corrections',
      params: ofDraft,
      body: draftConfirm,
      answer: correctionView,
      run: async ({ services, ctx, params, body }) => {
        const number = await services.corrections.drafts.confirm(ctx, params.id, params.draftId, body.digest)
        return services.corrections.one(ctx, params.id, number)
      }
    })
  },
  '/api/edit/games/:id/corrections/drafts/:draftId/decline': {
    POST: call({
      id: 'editDeclineGameCorrection',
      summary: 'Refuse a draft of somebody else',
      act: 'corrections',
      params: ofDraft,
      body: draftDecline,
      answer: draftView,
      run: ({ services, ctx, params, body }) =>
        services.corrections.drafts.decline(ctx, params.id, params.draftId, body.reason)
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
      params: byId,
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
