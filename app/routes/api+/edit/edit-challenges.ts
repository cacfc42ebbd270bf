import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { byId, ofEditedChallenge } from '~/app/request/api/params'
import { newestTest, testInstance } from '~/app/request/test-instance'
import { attachmentInput, FILE_LIMITS } from '~/server/assets/contract'
import { blockInput } from '~/server/blocks/contract'
import { categoryInput, categoryList } from '~/server/categories/contract'
import { attemptsReset } from '~/server/challenges/attempts/contract'
import {
  challengeEdit,
  challengeInfo,
  challengeInput,
  challengeUpdate,
  flagsInput
} from '~/server/challenges/contract'
import { CHALLENGE_FILES } from '~/server/challenges/files/constants'
import { editedFiles, filesArrangement, remoteFileInput } from '~/server/challenges/files/contract'
import { trialVerdict, trialView } from '~/server/challenges/trial/contract'
import { imageView } from '~/server/engines/contract'
import { containerInfo } from '~/server/instances/contract'
import { RATES } from '~/server/limits/contract'
import { AppError } from '~/server/platform/errors'
import { idParam, TASK_STATUSES } from '~/server/platform/wire'
import { flagSubmitInput } from '~/server/submissions/contract'
import { ONE_ARCHIVE, pushOptions, pushReport } from '~/server/transfer/contract'

const ofCategory = byId.extend({ categoryId: idParam })

const calls = api('edit', {
  '/api/edit/games/:id/categories': {
    GET: call({
      id: 'editGetGameCategories',
      summary: 'Categories of the game’s own',
      act: 'challenges',
      params: byId,
      answer: categoryList,
      run: ({ services, ctx, params }) => services.categories.list(ctx, params.id)
    }),
    POST: call({
      id: 'editAddGameCategory',
      summary: 'Add a category to the game; answers with all of them',
      act: 'challenges',
      params: byId,
      body: categoryInput,
      answer: categoryList,
      run: ({ services, ctx, params, body }) => services.categories.add(ctx, params.id, body)
    })
  },
  '/api/edit/games/:id/categories/:categoryId': {
    PUT: call({
      id: 'editChangeGameCategory',
      summary: 'Change a category of the game; answers with all of them',
      act: 'challenges',
      params: ofCategory,
      body: categoryInput,
      answer: categoryList,
      run: ({ services, ctx, params, body }) =>
        services.categories.change(ctx, params.id, params.categoryId, body)
    }),
    DELETE: call({
      id: 'editDeleteGameCategory',
      summary: 'Delete a category that no challenge is in; answers with the others',
      act: 'challenges',
      params: ofCategory,
      answer: categoryList,
      run: ({ services, ctx, params }) => services.categories.remove(ctx, params.id, params.categoryId)
    })
  },
  '/api/edit/games/:id/challenges': {
    GET: call({
      id: 'editGetGameChallenges',
      summary: 'Challenges for editors',
      act: 'challenges',
      params: byId,
      answer: z.array(challengeInfo),
      run: ({ services, ctx, params }) => services.challenges.editList(ctx, params.id)
    }),
    POST: call({
      id: 'editAddGameChallenge',
      summary: 'Create a challenge',
      act: 'challenges',
      params: byId,
      body: challengeInput,
      answer: challengeEdit,
      run: ({ services, ctx, params, body }) => services.challenges.create(ctx, params.id, body)
    })
  },
  '/api/edit/games/:id/challenges/updateaccepted': {
    POST: call({
      id: 'editUpdateGameChallengesAcceptedCount',
      summary: 'Recount solves of all challenges',
      act: 'settings',
      params: byId,
      run: ({ services, ctx, params }) => services.games.recount(ctx, params.id)
    })
  },
  '/api/edit/games/:id/challenges/push': {
    POST: call({
      id: 'editPushGameChallenges',
      summary: 'Bring the challenges of a game to what folders say',
      act: 'challenges',
      params: byId,
      query: pushOptions,
      files: ONE_ARCHIVE,
      answer: pushReport,
      run({ services, ctx, params, query, files: [file] }) {
        if (!file || file.size === 0) throw new AppError('file.empty')
        return services.transfer.push(ctx, params.id, { path: file.path, name: file.name }, query)
      }
    })
  },
  '/api/edit/games/:id/challenges/:cId/attempts': {
    POST: call({
      id: 'editResetGameChallengeAttempts',
      summary: 'Give a team its attempts back',
      act: 'corrections',
      params: ofEditedChallenge,
      body: attemptsReset,
      run: ({ services, ctx, params, body }) =>
        services.challenges.resetAttempts(ctx, params.id, params.cId, body)
    })
  },
  '/api/edit/games/:id/challenges/:cId/block': {
    PUT: call({
      id: 'editBlockGameChallenge',
      summary: 'Have a challenge take no flags, or for another reason',
      act: 'blocks',
      params: ofEditedChallenge,
      body: blockInput,
      run: ({ services, ctx, params, body }) => services.flagBlocks.block(ctx, params.id, params.cId, body)
    }),
    DELETE: call({
      id: 'editUnblockGameChallenge',
      summary: 'Have it take flags again',
      act: 'blocks',
      params: ofEditedChallenge,
      run: ({ services, ctx, params }) => services.flagBlocks.unblock(ctx, params.id, params.cId)
    })
  },
  '/api/edit/games/:id/challenges/:cId': {
    GET: call({
      id: 'editGetGameChallenge',
      summary: 'Read a challenge for editors',
      act: 'challenges',
      params: ofEditedChallenge,
      answer: challengeEdit,
      run: ({ services, ctx, params }) => services.challenges.editOne(ctx, params.id, params.cId)
    }),
    PUT: call({
      id: 'editUpdateGameChallenge',
      summary: 'Change a challenge',
      act: 'challenges',
      params: ofEditedChallenge,
      body: challengeUpdate,
      answer: challengeEdit,
      run: ({ services, ctx, params, body }) =>
        services.challenges.update(ctx, params.id, params.cId, body, { ownWrites: true })
    }),
    DELETE: call({
      id: 'editRemoveGameChallenge',
      summary: 'Delete a challenge',
      act: 'challenges',
      params: ofEditedChallenge,
      run: ({ services, ctx, params }) => services.challenges.remove(ctx, params.id, params.cId)
    })
  },
  '/api/edit/games/:id/challenges/:cId/attachment': {
    POST: call({
      id: 'editUpdateAttachment',
      summary: 'Set the shared attachment',
      act: 'challenges',
      params: ofEditedChallenge,
      body: attachmentInput,
      run: ({ services, ctx, params, body }) =>
        services.challenges.setAttachment(ctx, params.id, params.cId, body)
    })
  },
  '/api/edit/games/:id/challenges/:cId/files': {
    POST: call({
      id: 'editAddFiles',
      summary: 'Add files for all players, at the end',
      act: 'challenges',
      params: ofEditedChallenge,
      files: { field: 'files', files: CHALLENGE_FILES.files, fileSize: FILE_LIMITS.upload },
      answer: editedFiles,
      run: ({ services, ctx, params, files }) =>
        services.challenges.addFiles(ctx, params.id, params.cId, files)
    }),
    PUT: call({
      id: 'editArrangeFiles',
      summary: 'Put the files into an order and name them',
      act: 'challenges',
      params: ofEditedChallenge,
      body: filesArrangement,
      answer: editedFiles,
      run: ({ services, ctx, params, body }) =>
        services.challenges.arrangeFiles(ctx, params.id, params.cId, body)
    })
  },
  '/api/edit/games/:id/challenges/:cId/files/remote': {
    POST: call({
      id: 'editAddRemoteFile',
      summary: 'Add the address of a file, at the end',
      act: 'challenges',
      params: ofEditedChallenge,
      body: remoteFileInput,
      answer: editedFiles,
      run: ({ services, ctx, params, body }) =>
        services.challenges.addRemoteFile(ctx, params.id, params.cId, body)
    })
  },
  '/api/edit/games/:id/challenges/:cId/files/:fileId': {
    DELETE: call({
      id: 'editRemoveFile',
      summary: 'Remove a file for all players',
      act: 'challenges',
      params: ofEditedChallenge.extend({ fileId: idParam }),
      answer: editedFiles,
      run: ({ services, ctx, params }) =>
        services.challenges.removeFile(ctx, params.id, params.cId, params.fileId)
    })
  },
  '/api/edit/games/:id/challenges/:cId/container': {
    GET: call({
      id: 'editGetTestContainer',
      summary: 'How the newest test container stands',
      act: 'challenges',
      params: ofEditedChallenge,
      answer: testInstance.nullable(),
      run: (args) => newestTest(args, args.params.id, args.params.cId)
    }),
    POST: call({
      id: 'editCreateTestContainer',
      summary: 'Start a test container',
      act: 'challenges',
      params: ofEditedChallenge,
      answer: containerInfo,
      run: ({ services, ctx, params }) => services.instances.createTest(ctx, params.id, params.cId)
    }),
    DELETE: call({
      id: 'editDestroyTestContainer',
      summary: 'Stop the test container',
      act: 'challenges',
      params: ofEditedChallenge,
      run: ({ services, ctx, params }) => services.instances.destroyTest(ctx, params.id, params.cId)
    })
  },
  '/api/edit/games/:id/challenges/:cId/preview': {
    GET: call({
      id: 'editGetPreview',
      summary: 'Read a challenge as its players will',
      act: 'preview',
      params: ofEditedChallenge,
      answer: trialView,
      run: ({ services, ctx, params }) => services.challenges.trial(ctx, params.id, params.cId)
    }),
    POST: call({
      id: 'editTryFlag',
      summary: 'Try a flag without submitting it',
      act: 'challenges',
      rate: RATES.flag,
      params: ofEditedChallenge,
      body: flagSubmitInput,
      answer: trialVerdict,
      run: ({ services, ctx, params, body }) =>
        services.challenges.tryFlag(ctx, params.id, params.cId, body.flag)
    })
  },
  '/api/edit/games/:id/challenges/:cId/image': {
    GET: call({
      id: 'editGetImage',
      summary: 'How far the images of a challenge are on every engine',
      act: 'challenges',
      params: ofEditedChallenge,
      answer: z.array(imageView),
      async run({ services, ctx, params }) {
        return services.engines.imagesOf(ctx, await services.challenges.imagesOf(ctx, params.id, params.cId))
      }
    })
  },
  '/api/edit/games/:id/challenges/:cId/image/pull': {
    POST: call({
      id: 'editPullImage',
      summary: 'Look up the images of a challenge again and fetch what they lead to now',
      act: 'challenges',
      params: ofEditedChallenge,
      async run({ services, ctx, params }) {
        const images = await services.challenges.imagesOf(ctx, params.id, params.cId)
        if (images.length === 0) throw new AppError('challenge.image_missing')
        await services.engines.refresh(ctx, images)
      }
    })
  },
  '/api/edit/games/:id/challenges/:cId/flags': {
    POST: call({
      id: 'editAddFlags',
      summary: 'Add flags',
      act: 'challenges',
      params: ofEditedChallenge,
      body: flagsInput,
      bodyLimit: 4 * 1024 * 1024,
      // The contract returns nothing; the number is for our own page.
      run: async ({ services, ctx, params, body }) =>
        void (await services.challenges.addFlags(ctx, params.id, params.cId, body))
    })
  },
  '/api/edit/games/:id/challenges/:cId/flags/:fId': {
    DELETE: call({
      id: 'editRemoveFlag',
      summary: 'Remove a flag',
      act: 'challenges',
      params: z.object({ id: idParam, cId: idParam, fId: idParam }),
      answer: z.enum(TASK_STATUSES),
      run: ({ services, ctx, params }) =>
        services.challenges.removeFlag(ctx, params.id, params.cId, params.fId)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
