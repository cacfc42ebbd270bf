import { api, call } from '~/app/request/api'
import { ofEditedChallenge } from '~/app/request/api/params'
import { versionDetail, versionPage, versionRestore } from '~/server/challenges/versions/contract'
import { idParam, pagingQuery } from '~/server/platform/wire'

const ofVersion = ofEditedChallenge.extend({ number: idParam })

const calls = api('edit', {
  '/api/edit/games/:id/challenges/:cId/versions': {
    GET: call({
      id: 'editGameChallengeVersions',
      summary: 'List the versions of a challenge',
      act: 'challenges',
      params: ofEditedChallenge,
      query: pagingQuery(30),
      answer: versionPage,
      run: ({ services, ctx, params, query }) =>
        services.challenges.versions(ctx, params.id, params.cId, query)
    })
  },
  '/api/edit/games/:id/challenges/:cId/versions/:number': {
    GET: call({
      id: 'editGameChallengeVersion',
      summary: 'Read a version of a challenge',
      act: 'challenges',
      params: ofVersion,
      answer: versionDetail,
      run: ({ services, ctx, params }) =>
        services.challenges.version(ctx, params.id, params.cId, params.number)
    })
  },
  '/api/edit/games/:id/challenges/:cId/versions/:number/restore': {
    POST: call({
      id: 'editRestoreGameChallengeVersion',
      summary: 'Write a version of a challenge again',
      act: 'challenges',
      params: ofVersion,
      body: versionRestore,
      run: ({ services, ctx, params, body }) =>
        services.challenges.restoreVersion(ctx, params.id, params.cId, params.number, body.version, {
          ownWrites: true
        })
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
