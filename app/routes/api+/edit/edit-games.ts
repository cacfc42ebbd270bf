import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { disposition } from '~/app/request/files/download'
import { ONE_IMAGE } from '~/server/assets/contract'
import { ceremonyRemote, ceremonyStart, ceremonyStep } from '~/server/freeze/ceremony/contract'
import { freezeInput } from '~/server/freeze/contract'
import { gameInfo, gameInput, gameUpdate } from '~/server/games/contract'
import { noticeInput, noticeView } from '~/server/notices/contract'
import { pauseInput } from '~/server/pause/contract'
import { AppError, notFound } from '~/server/platform/errors'
import { idParam, pageSchema, pagingQuery } from '~/server/platform/wire'
import { exportQuery, gameCopy, importOptions, importReport, ONE_ARCHIVE } from '~/server/transfer/contract'

const ofNotice = z.object({ id: idParam, noticeId: idParam })

const calls = api('edit', {
  '/api/edit/games': {
    GET: call({
      id: 'editGetGames',
      summary: 'Games for editors',
      role: 'Admin',
      query: pagingQuery(0),
      answer: pageSchema(gameInfo),
      run: ({ services, ctx, query }) => services.games.editList(ctx, query)
    }),
    POST: call({
      id: 'editAddGame',
      summary: 'Create a game',
      role: 'Admin',
      body: gameInput,
      answer: gameInfo,
      run: ({ services, ctx, body }) => services.games.create(ctx, body)
    })
  },
  '/api/edit/games/import': {
    POST: call({
      id: 'editImportGame',
      summary: 'Import a game or challenge folders',
      role: 'Admin',
      query: importOptions,
      files: ONE_ARCHIVE,
      answer: importReport,
      run({ services, ctx, query, files: [file] }) {
        if (!file || file.size === 0) throw new AppError('file.empty')
        return services.transfer.import(ctx, { path: file.path, name: file.name }, query)
      }
    })
  },
  '/api/edit/games/:id': {
    GET: call({
      id: 'editGetGame',
      summary: 'Read a game for editors',
      act: 'overview',
      params: byId,
      answer: gameInfo,
      run: ({ services, ctx, params }) => services.games.editOne(ctx, params.id)
    }),
    PUT: call({
      id: 'editUpdateGame',
      summary: 'Change a game',
      act: 'settings',
      params: byId,
      body: gameUpdate,
      answer: gameInfo,
      run: ({ services, ctx, params, body }) =>
        services.games.update(ctx, params.id, body, { ownWrites: true })
    }),
    DELETE: call({
      id: 'editDeleteGame',
      summary: 'Delete a game',
      act: 'removal',
      params: byId,
      run: ({ services, ctx, params }) => services.games.remove(ctx, params.id)
    })
  },
  '/api/edit/games/:id/pause': {
    PUT: call({
      id: 'editPauseGame',
      summary: 'Pause a running game until a moment, or give its pause another end',
      act: 'pause',
      params: byId,
      body: pauseInput,
      run: ({ services, ctx, params, body }) => services.pausing.pause(ctx, params.id, body)
    }),
    DELETE: call({
      id: 'editResumeGame',
      summary: 'Go on with a paused game at once',
      act: 'pause',
      params: byId,
      run: ({ services, ctx, params }) => services.pausing.resume(ctx, params.id)
    })
  },
  '/api/edit/games/:id/freeze': {
    PUT: call({
      id: 'editFreezeGame',
      summary: 'Have the public board of a game stand still from a moment on, or no longer',
      act: 'reveal',
      params: byId,
      body: freezeInput,
      run: ({ services, ctx, params, body }) => services.freezing.set(ctx, params.id, body.at)
    })
  },
  '/api/edit/games/:id/reveal': {
    POST: call({
      id: 'editRevealGame',
      summary: 'Show what a frozen board held back',
      act: 'reveal',
      params: byId,
      run: ({ services, ctx, params }) => services.freezing.reveal(ctx, params.id)
    })
  },
  '/api/edit/games/:id/ceremony': {
    GET: call({
      id: 'editGameCeremony',
      summary: 'What the reveal of a game shows, and what it shows next',
      act: 'reveal',
      params: byId,
      answer: ceremonyRemote,
      async run({ services, ctx, params }) {
        const remote = await services.ceremonies.remote(ctx, params.id)
        if (!remote) throw notFound('ceremony.not_found')
        return remote
      }
    }),
    POST: call({
      id: 'editStartGameCeremony',
      summary: 'Begin to reveal a frozen board step by step',
      act: 'reveal',
      params: byId,
      body: ceremonyStart,
      run: ({ services, ctx, params, body }) => services.ceremonies.start(ctx, params.id, body.from)
    }),
    PUT: call({
      id: 'editStepGameCeremony',
      summary: 'Open or seal the next cell of a reveal',
      act: 'reveal',
      params: byId,
      body: ceremonyStep,
      run: ({ services, ctx, params, body }) => services.ceremonies.act(ctx, params.id, body)
    }),
    DELETE: call({
      id: 'editCancelGameCeremony',
      summary: 'End a reveal; the board stays frozen',
      act: 'reveal',
      params: byId,
      run: ({ services, ctx, params }) => services.ceremonies.cancel(ctx, params.id)
    })
  },
  '/api/edit/games/:id/copy': {
    POST: call({
      id: 'editCopyGame',
      summary: 'Make a game like another, with its challenges, flags and files',
      role: 'Admin',
      params: byId,
      body: gameCopy,
      answer: gameInfo,
      async run({ services, ctx, params, body }) {
        return services.games.editOne(ctx, await services.transfer.copy(ctx, params.id, body))
      }
    })
  },
  '/api/edit/games/:id/export': {
    GET: call({
      id: 'editExportGame',
      summary: 'Export a game with its challenges, flags and files',
      act: 'export',
      params: byId,
      query: exportQuery,
      file: 'application/zip',
      async run({ services, ctx, params, query }) {
        const { name, content } = await services.transfer.export(ctx, params.id, query)
        const headers = {
          'Content-Type': 'application/zip',
          'Content-Disposition': disposition('attachment', name)
        }
        return new Reply(200, headers, content)
      }
    })
  },
  '/api/edit/games/:id/poster': {
    PUT: call({
      id: 'editUpdateGamePoster',
      summary: 'Upload the game poster',
      act: 'settings',
      params: byId,
      files: ONE_IMAGE,
      answer: z.string(),
      run: ({ services, ctx, params, files }) => services.assets.setPoster(ctx, params.id, files[0])
    })
  },
  '/api/edit/games/:id/hashsalt': {
    GET: call({
      id: 'editGetHashSalt',
      summary: 'Read the team hash salt',
      act: 'settings',
      params: byId,
      answer: z.string(),
      run: ({ services, ctx, params }) => services.games.salt(ctx, params.id)
    })
  },
  '/api/edit/games/:id/notices': {
    GET: call({
      id: 'editGetGameNotices',
      summary: 'List editable notices',
      act: 'notices',
      params: byId,
      answer: z.array(noticeView),
      run: ({ services, ctx, params }) => services.notices.written(ctx, params.id)
    }),
    POST: call({
      id: 'editAddGameNotice',
      summary: 'Publish a notice',
      act: 'notices',
      params: byId,
      body: noticeInput,
      answer: noticeView,
      run: ({ services, ctx, params, body }) => services.notices.publish(ctx, params.id, body)
    })
  },
  '/api/edit/games/:id/notices/:noticeId': {
    PUT: call({
      id: 'editUpdateGameNotice',
      summary: 'Change a notice',
      act: 'notices',
      params: ofNotice,
      body: noticeInput,
      answer: noticeView,
      run: ({ services, ctx, params, body }) =>
        services.notices.rewrite(ctx, params.id, params.noticeId, body)
    }),
    DELETE: call({
      id: 'editDeleteGameNotice',
      summary: 'Delete a notice',
      act: 'notices',
      params: ofNotice,
      run: ({ services, ctx, params }) => services.notices.withdraw(ctx, params.id, params.noticeId)
    })
  },
  '/api/edit/games/:id/writeups': {
    DELETE: call({
      id: 'editDeleteGameWriteUps',
      summary: 'Delete all writeups of a game',
      act: 'writeups',
      params: byId,
      run: ({ services, ctx, params }) => services.writeups.removeAll(ctx, params.id)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
