import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { RATES } from '~/server/limits/contract'
import { idParam, pagingQuery } from '~/server/platform/wire'
import {
  cannedInput,
  cannedList,
  earlierList,
  messageInput,
  queueList,
  queueQuery,
  queueView,
  receiverCount,
  receiversQuery,
  ticketAnswer,
  ticketClosing,
  ticketList,
  ticketMessage,
  ticketOpen,
  ticketOwning,
  ticketQuery,
  ticketStaff,
  ticketView
} from '~/server/tickets/contract'

const ofTicket = byId.extend({ ticketId: idParam })
const ofAnswer = byId.extend({ answerId: idParam })

const calls = api('monitor', {
  '/api/game/:id/tickets': {
    GET: call({
      id: 'gameTickets',
      scope: 'play',
      summary: 'List the tickets of the caller’s team',
      role: 'User',
      params: byId,
      query: ticketQuery,
      answer: ticketList,
      run: ({ services, ctx, params, query }) => services.tickets.ofTeam(ctx, params.id, query)
    }),
    POST: call({
      id: 'gameOpenTicket',
      scope: 'play',
      summary: 'Ask the organisers about a challenge or the game',
      role: 'User',
      params: byId,
      body: ticketOpen,
      rate: RATES.help,
      answer: ticketView,
      run: ({ services, ctx, params, body }) => services.tickets.open(ctx, params.id, body)
    })
  },
  '/api/game/:id/tickets/:ticketId': {
    GET: call({
      id: 'gameTicket',
      scope: 'play',
      summary: 'Read a ticket of the caller’s team; its messages are no longer unread then',
      role: 'User',
      params: ofTicket,
      answer: ticketView,
      run: ({ services, ctx, params }) => services.tickets.read(ctx, params.id, params.ticketId)
    })
  },
  '/api/game/:id/tickets/:ticketId/messages': {
    POST: call({
      id: 'gameWriteToTicket',
      scope: 'play',
      summary: 'Write to a ticket of the caller’s team',
      role: 'User',
      params: ofTicket,
      body: ticketMessage,
      rate: RATES.help,
      answer: ticketView,
      run: ({ services, ctx, params, body }) =>
        services.tickets.write(ctx, params.id, params.ticketId, body.text)
    })
  },
  '/api/game/:id/tickets/:ticketId/close': {
    POST: call({
      id: 'gameCloseTicket',
      scope: 'play',
      summary: 'Close a ticket of the caller’s team',
      role: 'User',
      params: ofTicket,
      answer: ticketView,
      run: ({ services, ctx, params }) => services.tickets.settle(ctx, params.id, params.ticketId)
    })
  },
  '/api/game/:id/tickets/queue': {
    GET: call({
      id: 'gameTicketQueue',
      summary: 'List the tickets of a game, those that wait for an answer first',
      act: 'tickets',
      params: byId,
      query: queueQuery,
      answer: queueList,
      run: ({ services, ctx, params, query }) => services.tickets.queue(ctx, params.id, query)
    })
  },
  '/api/game/:id/tickets/queue/:ticketId': {
    GET: call({
      id: 'gameQueuedTicket',
      summary: 'Read a ticket of a team',
      act: 'tickets',
      params: ofTicket,
      answer: queueView,
      run: ({ services, ctx, params }) => services.tickets.one(ctx, params.id, params.ticketId)
    }),
    PUT: call({
      id: 'gameTurnTicket',
      summary: 'Close a ticket, or open it again',
      act: 'tickets',
      params: ofTicket,
      body: ticketClosing,
      answer: queueView,
      run: ({ services, ctx, params, body }) =>
        services.tickets.turnOver(ctx, params.id, params.ticketId, body)
    })
  },
  '/api/game/:id/tickets/queue/:ticketId/messages': {
    POST: call({
      id: 'gameAnswerTicket',
      summary: 'Answer a ticket',
      act: 'tickets',
      params: ofTicket,
      body: ticketAnswer,
      answer: queueView,
      run: ({ services, ctx, params, body }) => services.tickets.answer(ctx, params.id, params.ticketId, body)
    })
  },
  '/api/game/:id/tickets/queue/:ticketId/owner': {
    PUT: call({
      id: 'gameOwnTicket',
      summary: 'Take a ticket, give it to somebody of the staff, or release it',
      act: 'tickets',
      params: ofTicket,
      body: ticketOwning,
      answer: queueView,
      run: ({ services, ctx, params, body }) => services.tickets.own(ctx, params.id, params.ticketId, body)
    })
  },
  '/api/game/:id/tickets/staff': {
    GET: call({
      id: 'gameTicketStaff',
      summary: 'List who can have a ticket of the game',
      act: 'tickets',
      params: byId,
      answer: ticketStaff,
      run: async ({ services, ctx, params }) => ({ data: await services.tickets.staff(ctx, params.id) })
    })
  },
  '/api/game/:id/tickets/receivers': {
    GET: call({
      id: 'gameTicketReceivers',
      summary: 'Count the teams that a message would go to',
      act: 'tickets',
      params: byId,
      query: receiversQuery,
      answer: receiverCount,
      run: ({ services, ctx, params, query }) => services.tickets.receivers(ctx, params.id, query)
    })
  },
  '/api/game/:id/tickets/messages': {
    POST: call({
      id: 'gameSendTicketMessage',
      summary: 'Send a message to a team, a division or all teams',
      act: 'tickets',
      params: byId,
      body: messageInput,
      answer: receiverCount,
      run: ({ services, ctx, params, body }) => services.tickets.send(ctx, params.id, body)
    })
  },
  '/api/game/:id/tickets/answers': {
    GET: call({
      id: 'gameCannedAnswers',
      summary: 'List the canned answers of a game',
      act: 'tickets',
      params: byId,
      answer: cannedList,
      run: async ({ services, ctx, params }) => ({ data: await services.tickets.canned.list(ctx, params.id) })
    }),
    POST: call({
      id: 'gameAddCannedAnswer',
      scope: 'edit',
      summary: 'Add a canned answer',
      act: 'answers',
      params: byId,
      body: cannedInput,
      answer: cannedList,
      run: async ({ services, ctx, params, body }) => ({
        data: await services.tickets.canned.add(ctx, params.id, body)
      })
    })
  },
  '/api/game/:id/tickets/earlier': {
    GET: call({
      id: 'gameEarlierTickets',
      summary: 'Tickets of the game that this one was imported from, without teams and people',
      act: 'tickets',
      params: byId,
      query: pagingQuery(50, 100),
      answer: earlierList,
      run: ({ services, ctx, params, query }) => services.tickets.earlier(ctx, params.id, query)
    })
  },
  '/api/game/:id/tickets/answers/:answerId': {
    PUT: call({
      id: 'gameChangeCannedAnswer',
      scope: 'edit',
      summary: 'Change a canned answer',
      act: 'answers',
      params: ofAnswer,
      body: cannedInput,
      answer: cannedList,
      run: async ({ services, ctx, params, body }) => ({
        data: await services.tickets.canned.change(ctx, params.id, params.answerId, body)
      })
    }),
    DELETE: call({
      id: 'gameRemoveCannedAnswer',
      scope: 'edit',
      summary: 'Delete a canned answer',
      act: 'answers',
      params: ofAnswer,
      answer: cannedList,
      run: async ({ services, ctx, params }) => ({
        data: await services.tickets.canned.remove(ctx, params.id, params.answerId)
      })
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
