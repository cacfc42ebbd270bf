import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { CASE_STATES } from '~/server/cases/constants'
import {
  caseAppeal,
  caseAssign,
  caseEvidence,
  caseExport,
  caseList,
  caseNote,
  caseOpen,
  caseProposal,
  caseUndo,
  caseVerdict,
  caseView,
  teamDecisions
} from '~/server/cases/contract'
import { correctionPreview } from '~/server/corrections/contract'
import { idParam, pagingQuery } from '~/server/platform/wire'

const ofCase = byId.extend({ number: idParam })
const page = pagingQuery(50, 100).extend({
  state: z.enum(CASE_STATES, { error: 'field.type_mismatch' }).nullish()
})

const calls = api('monitor', {
  '/api/game/:id/cases': {
    GET: call({
      id: 'gameCases',
      summary: 'List the cases of a game',
      act: 'cases',
      params: byId,
      query: page,
      answer: caseList,
      run: ({ services, ctx, params, query }) => services.cases.list(ctx, params.id, query)
    }),
    POST: call({
      id: 'gameOpenCase',
      summary: 'Open a case about teams of a game',
      act: 'cases',
      params: byId,
      body: caseOpen,
      answer: caseView,
      run: ({ services, ctx, params, body }) => services.cases.open(ctx, params.id, body)
    })
  },
  '/api/game/:id/cases/:number': {
    GET: call({
      id: 'gameCase',
      summary: 'Read a case',
      act: 'cases',
      params: ofCase,
      answer: caseView,
      run: ({ services, ctx, params }) => services.cases.one(ctx, params.id, params.number)
    })
  },
  '/api/game/:id/cases/:number/export': {
    GET: call({
      id: 'gameCaseExport',
      summary: 'Export a case with evidence, notes, decisions and appeals',
      act: 'cases',
      params: ofCase,
      answer: caseExport,
      run: ({ services, ctx, params }) => services.cases.export(ctx, params.id, params.number)
    })
  },
  '/api/game/:id/cases/:number/evidence': {
    POST: call({
      id: 'gameAddCaseEvidence',
      summary: 'Keep submissions, matches or events as evidence of a case',
      act: 'cases',
      params: ofCase,
      body: caseEvidence,
      answer: caseView,
      run: ({ services, ctx, params, body }) =>
        services.cases.addEvidence(ctx, params.id, params.number, body.evidence)
    })
  },
  '/api/game/:id/cases/:number/notes': {
    POST: call({
      id: 'gameAddCaseNote',
      summary: 'Add a note for staff to a case',
      act: 'cases',
      params: ofCase,
      body: caseNote,
      answer: caseView,
      run: ({ services, ctx, params, body }) =>
        services.cases.addNote(ctx, params.id, params.number, body.note)
    })
  },
  '/api/game/:id/cases/:number/assignee': {
    PUT: call({
      id: 'gameAssignCase',
      summary: 'Give a case to somebody of the staff, or to nobody',
      act: 'cases',
      params: ofCase,
      body: caseAssign,
      answer: caseView,
      run: ({ services, ctx, params, body }) =>
        services.cases.assign(ctx, params.id, params.number, body.userId)
    })
  },
  '/api/game/:id/cases/:number/close': {
    POST: call({
      id: 'gameCloseCase',
      summary: 'Close a case that is decided',
      act: 'cases',
      params: ofCase,
      answer: caseView,
      run: ({ services, ctx, params }) => services.cases.close(ctx, params.id, params.number)
    })
  },
  '/api/game/:id/cases/:number/decision': {
    GET: call({
      id: 'gamePreviewCaseDecision',
      scope: 'edit',
      summary: 'Say what the proposed decision would do to the results; null for nothing',
      act: 'decisions',
      params: ofCase,
      answer: z.object({ preview: correctionPreview.nullable() }),
      run: async ({ services, ctx, params }) => ({
        preview: await services.cases.previewProposal(ctx, params.id, params.number)
      })
    }),
    POST: call({
      id: 'gameProposeCaseDecision',
      summary: 'Propose a decision about a case',
      act: 'cases',
      params: ofCase,
      body: caseProposal,
      answer: caseView,
      run: ({ services, ctx, params, body }) => services.cases.propose(ctx, params.id, params.number, body)
    }),
    PUT: call({
      id: 'gameAnswerCaseDecision',
      scope: 'edit',
      summary: 'Confirm or reject the proposed decision as a second person',
      act: 'cases',
      params: ofCase,
      body: caseVerdict,
      answer: caseView,
      run: ({ services, ctx, params, body }) => services.cases.answer(ctx, params.id, params.number, body)
    })
  },
  '/api/game/:id/cases/:number/undo': {
    POST: call({
      id: 'gameUndoCaseDecision',
      scope: 'edit',
      summary: 'Undo the decision about a case with its consequences',
      act: 'decisions',
      params: ofCase,
      body: caseUndo,
      answer: caseView,
      run: ({ services, ctx, params, body }) =>
        services.cases.undoDecision(ctx, params.id, params.number, body.reason)
    })
  },
  '/api/game/:id/cases/:number/appeals/:participationId': {
    PUT: call({
      id: 'gameAnswerCaseAppeal',
      scope: 'edit',
      summary: 'Answer the appeal of a team',
      act: 'decisions',
      params: ofCase.extend({ participationId: idParam }),
      body: caseAppeal,
      answer: caseView,
      run: ({ services, ctx, params, body }) =>
        services.cases.answerAppeal(ctx, params.id, params.number, params.participationId, body.text)
    })
  },
  '/api/game/:id/decisions': {
    GET: call({
      id: 'gameTeamDecisions',
      scope: 'play',
      summary: 'List the decisions about the caller’s team',
      role: 'User',
      params: byId,
      answer: teamDecisions,
      run: async ({ services, ctx, params }) => ({ data: await services.cases.ofTeam(ctx, params.id) })
    })
  },
  '/api/game/:id/decisions/:number/appeal': {
    POST: call({
      id: 'gameAppealDecision',
      scope: 'play',
      summary: 'Appeal against a decision about the caller’s team',
      role: 'User',
      params: ofCase,
      body: caseAppeal,
      answer: teamDecisions,
      run: async ({ services, ctx, params, body }) => ({
        data: await services.cases.appeal(ctx, params.id, params.number, body.text)
      })
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
