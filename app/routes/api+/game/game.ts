import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { jsonPieces } from '~/app/request/api/json-pieces'
import { byId } from '~/app/request/api/params'
import { detailsReply } from '~/app/request/board'
import { ctftimeReply } from '~/app/request/ctftime'
import { disposition, sheetReply } from '~/app/request/files/download'
import { detailsView } from '~/scoring/contract'
import { FILE_LIMITS } from '~/server/assets/contract'
import { ceremonyScene } from '~/server/freeze/ceremony/contract'
import { gameCard, gamePhase, gameView } from '~/server/games/contract'
import { checkpointView } from '~/server/ledger-export/contract'
import { RATES } from '~/server/limits/contract'
import {
  cheatInfo,
  eventQuery,
  gameEventView,
  sheetQuery,
  submissionQuery,
  submissionView
} from '~/server/monitoring/contract'
import { noticeView } from '~/server/notices/contract'
import { aloneInput, joinInput, participationInfo, participationPart } from '~/server/participations/contract'
import { gameNotStarted } from '~/server/platform/errors'
import { SHEET_TYPES } from '~/server/platform/sheets/constants'
import { MAX_LIST_SIZE, pagingQuery } from '~/server/platform/wire'
import { statisticsView } from '~/server/statistics/contract'
import { writeupConsent, writeupState } from '~/server/writeups/contract'

const feed = z
  .object({
    tasks: z.array(z.string()),
    standings: z.array(
      z.object({
        pos: z.int(),
        team: z.string(),
        score: z.int(),
        taskStats: z.record(z.string(), z.object({ points: z.int(), time: z.int() })),
        lastAccept: z.int().optional()
      })
    )
  })
  .meta({ id: 'CtftimeFeed' })

const calls = api('read', {
  '/api/game': {
    GET: call({
      id: 'gameGamesAll',
      summary: 'Newest games',
      answer: z.array(gameCard),
      run: ({ services, ctx }) => services.games.list(ctx)
    })
  },
  '/api/game/:id/solo': {
    POST: call({
      id: 'gameJoinAlone',
      summary: 'Register for a game alone, with a team of one',
      scope: 'play',
      role: 'User',
      params: byId,
      body: aloneInput,
      run: ({ services, ctx, params, body }) => services.participations.joinAlone(ctx, params.id, body)
    })
  },
  '/api/game/:id': {
    GET: call({
      id: 'gameGames',
      summary: 'Read a game',
      params: byId,
      answer: gameView,
      run: ({ services, ctx, params }) => services.games.one(ctx, params.id)
    }),
    POST: call({
      id: 'gameJoinGame',
      summary: 'Register for a game',
      scope: 'play',
      role: 'User',
      params: byId,
      body: joinInput,
      run: ({ services, ctx, params, body }) => services.participations.join(ctx, params.id, body)
    }),
    DELETE: call({
      id: 'gameLeaveGame',
      summary: 'Withdraw own registration',
      scope: 'play',
      role: 'User',
      params: byId,
      run: ({ services, ctx, params }) => services.participations.leave(ctx, params.id)
    })
  },
  '/api/game/:id/details': {
    GET: call({
      id: 'gameChallengesWithTeamInfo',
      summary: 'Challenges and own rank',
      scope: 'play',
      role: 'User',
      params: byId,
      answer: detailsView,
      async run({ services, ctx, params }) {
        const play = await services.participations.guardPlay(ctx, params.id)
        const { boards } = services
        return detailsReply(await boards.snapshot(params.id), play, boards.asOf(params.id))
      }
    })
  },
  '/api/game/:id/ceremony': {
    GET: call({
      id: 'gameCeremony',
      summary: 'What the reveal of a frozen board has shown; null while there is none',
      params: byId,
      answer: ceremonyScene.nullable(),
      run: ({ services, ctx, params }) => services.ceremonies.scene(ctx, params.id)
    })
  },
  '/api/game/:id/notices': {
    GET: call({
      id: 'gameNotices',
      summary: 'Notices',
      params: byId,
      query: pagingQuery(100),
      answer: z.array(noticeView),
      run: ({ services, ctx, params, query }) => services.notices.list(ctx, params.id, query)
    })
  },
  '/api/game/:id/statistics': {
    GET: call({
      id: 'gameStatistics',
      summary: 'A game in figures',
      params: byId,
      answer: statisticsView,
      run: ({ services, ctx, params }) => services.statistics.of(ctx, params.id)
    })
  },
  '/api/game/:id/statistics/csv': {
    GET: call({
      id: 'gameStatisticsCsv',
      summary: 'The challenges of a game in figures, as CSV',
      params: byId,
      file: 'text/csv',
      run: async ({ services, ctx, params }) =>
        sheetReply(await services.statistics.sheet(ctx, params.id, 'csv'))
    })
  },
  '/api/game/:id/statistics/xlsx': {
    GET: call({
      id: 'gameStatisticsXlsx',
      summary: 'The challenges of a game in figures, as a workbook',
      params: byId,
      file: SHEET_TYPES.xlsx,
      run: async ({ services, ctx, params }) =>
        sheetReply(await services.statistics.sheet(ctx, params.id, 'xlsx'))
    })
  },
  '/api/game/:id/ledger': {
    GET: call({
      id: 'gameLedger',
      summary: 'Ledger of an ended game, to verify its results',
      scope: 'read',
      params: byId,
      file: 'application/x-ndjson',
      async run({ services, ctx, params }) {
        const content = await services.ledgerExport.file(ctx, params.id)
        const headers = {
          'Content-Type': 'application/x-ndjson',
          'Content-Disposition': disposition('attachment', `ledger-${params.id}.ndjson`)
        }
        return new Reply(200, headers, content)
      }
    })
  },
  '/api/game/:id/ledger/checkpoints': {
    GET: call({
      id: 'gameLedgerCheckpoints',
      summary: 'Signed ends of the ledger of a game',
      params: byId,
      answer: z.array(checkpointView),
      run: ({ services, ctx, params }) => services.ledgerExport.checkpoints(ctx, params.id)
    })
  },
  '/api/game/:id/ctftime': {
    GET: call({
      id: 'gameCtftime',
      summary: 'Scoreboard as CTFtime reads it',
      params: byId,
      answer: feed,
      async run({ services, ctx, params, request }) {
        const game = await services.games.see(ctx, params.id)
        if (gamePhase(game, ctx.now) === 'before') throw gameNotStarted()
        return ctftimeReply(await services.boards.snapshot(game.id), request)
      }
    })
  },
  '/api/game/:id/events': {
    GET: call({
      id: 'gameEvents',
      summary: 'Events',
      scope: 'monitor',
      act: 'watch',
      params: byId,
      query: eventQuery,
      answer: z.array(gameEventView),
      run: ({ services, ctx, params, query }) => services.monitoring.events(ctx, params.id, query, query)
    })
  },
  '/api/game/:id/submissions': {
    GET: call({
      id: 'gameSubmissions',
      summary: 'Submissions',
      scope: 'monitor',
      act: 'watch',
      params: byId,
      query: submissionQuery,
      answer: z.array(submissionView),
      run({ services, ctx, params, query }) {
        // In the contract 0 means everything; lists are limited nevertheless (docs/rules/limits.md#lists).
        const page = query.count === 0 ? { count: MAX_LIST_SIZE, skip: 0 } : query
        return services.monitoring.submissions(ctx, params.id, query, page)
      }
    })
  },
  '/api/game/:id/cheatinfo': {
    GET: call({
      id: 'gameCheatInfo',
      summary: 'Cheat records',
      scope: 'monitor',
      act: 'watch',
      params: byId,
      answer: z.array(cheatInfo),
      run: ({ services, ctx, params }) => services.monitoring.cheats(ctx, params.id)
    })
  },
  '/api/game/:id/scoreboardsheet': {
    GET: call({
      id: 'gameScoreboardSheet',
      summary: 'Download the board as XLSX, CSV or JSON',
      scope: 'monitor',
      act: 'watch',
      params: byId,
      query: sheetQuery,
      file: SHEET_TYPES.xlsx,
      async run({ services, ctx, params: { id }, query, translator }) {
        const board = () => services.boards.snapshot(id)
        const t = translator.textOf(ctx.locale)
        return sheetReply(await services.monitoring.boardSheet(ctx, id, board, t, query.format))
      }
    })
  },
  '/api/game/:id/submissionsheet': {
    GET: call({
      id: 'gameSubmissionSheet',
      summary: 'Download all submissions as XLSX, CSV or JSON',
      scope: 'monitor',
      act: 'watch',
      params: byId,
      query: sheetQuery,
      file: SHEET_TYPES.xlsx,
      async run({ services, ctx, params: { id }, query, translator }) {
        const t = translator.textOf(ctx.locale)
        return sheetReply(await services.monitoring.submissionSheet(ctx, id, t, query.format))
      }
    })
  },
  '/api/game/:id/participations': {
    GET: call({
      id: 'gameParticipations',
      summary: 'Registrations of a game',
      scope: 'admin',
      act: 'review',
      params: byId,
      query: participationPart,
      answer: z.array(participationInfo),
      run: async ({ services, ctx, params, query, request }) =>
        jsonPieces(await services.participations.review(ctx, params.id, query), request)
    })
  },
  '/api/game/:id/writeup': {
    GET: call({
      id: 'gameGetWriteup',
      summary: 'Own writeup state',
      scope: 'play',
      role: 'User',
      params: byId,
      answer: writeupState,
      run: ({ services, ctx, params }) => services.writeups.state(ctx, params.id)
    }),
    POST: call({
      id: 'gameSubmitWriteup',
      summary: 'Upload the writeup',
      scope: 'play',
      role: 'User',
      params: byId,
      files: { field: 'file', files: 1, fileSize: FILE_LIMITS.writeup },
      run: ({ services, ctx, params, files }) => services.writeups.submit(ctx, params.id, files[0])
    })
  },
  // Not in the contract.
  '/api/game/:id/writeup/consent': {
    PUT: call({
      id: 'gameWriteupConsent',
      summary: 'Let everybody read the writeup once the game is over, as captain',
      scope: 'play',
      role: 'User',
      params: byId,
      body: writeupConsent,
      rate: RATES.write,
      run: ({ services, ctx, params, body }) => services.writeups.consent(ctx, params.id, body.consent)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
