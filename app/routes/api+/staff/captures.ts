import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { disposition } from '~/app/request/files/download'
import { captureFile, trafficChallenge, trafficTeam } from '~/server/captures/contract'
import { idParam } from '~/server/platform/wire'

const ofChallenge = z.object({ challengeId: idParam })

const ofFile = z.object({ challengeId: idParam, partId: idParam, filename: z.string() })

const ofTeam = z.object({ challengeId: idParam, partId: idParam })

const calls = api('monitor', {
  '/api/game/games/:id/captures': {
    GET: call({
      id: 'gameGetChallengesWithTrafficCapturing',
      summary: 'Challenges with capture on',
      role: 'Monitor',
      params: byId,
      answer: z.array(trafficChallenge),
      run: ({ services, ctx, params }) => services.captures.trafficChallenges(ctx, params.id)
    })
  },
  '/api/game/captures/:challengeId': {
    GET: call({
      id: 'gameGetChallengeTraffic',
      summary: 'Teams with captures',
      role: 'Monitor',
      params: ofChallenge,
      answer: z.array(trafficTeam),
      run: ({ services, ctx, params }) => services.captures.trafficTeams(ctx, params.challengeId)
    })
  },
  '/api/game/captures/:challengeId/all': {
    GET: call({
      id: 'gameGetAllChallengeTraffic',
      summary: 'Download all captures of a challenge (not in the contract)',
      role: 'Monitor',
      params: ofChallenge,
      file: 'application/zip',
      async run({ services, ctx, params: { challengeId } }) {
        const { name, file } = await services.captures.archive(ctx, challengeId, null)
        const headers = {
          'Content-Type': 'application/zip',
          'Content-Disposition': disposition('attachment', name)
        }
        return new Reply(200, headers, file)
      }
    })
  },
  '/api/game/captures/:challengeId/:partId': {
    GET: call({
      id: 'gameGetTeamTrafficAll',
      summary: 'Capture files of a team',
      role: 'Monitor',
      params: ofTeam,
      answer: z.array(captureFile),
      run: ({ services, ctx, params }) =>
        services.captures.trafficFiles(ctx, params.challengeId, params.partId)
    })
  },
  '/api/game/captures/:challengeId/:partId/all': {
    GET: call({
      id: 'gameGetAllTeamTraffic',
      summary: 'Download all captures of a team',
      role: 'Monitor',
      params: ofTeam,
      file: 'application/zip',
      async run({ services, ctx, params: { challengeId, partId } }) {
        const { name, file } = await services.captures.archive(ctx, challengeId, partId)
        const headers = {
          'Content-Type': 'application/zip',
          'Content-Disposition': disposition('attachment', name)
        }
        return new Reply(200, headers, file)
      }
    }),
    DELETE: call({
      id: 'gameDeleteAllTeamTraffic',
      summary: 'Delete all captures of a team',
      scope: 'admin',
      role: 'Admin',
      params: ofTeam,
      run: async ({ services, ctx, params: { challengeId, partId } }) => {
        await services.captures.remove(ctx, { challengeId, participationId: partId, file: null })
      }
    })
  },
  '/api/game/captures/:challengeId/:partId/:filename': {
    GET: call({
      id: 'gameGetTeamTraffic',
      summary: 'Download a capture',
      role: 'Monitor',
      params: ofFile,
      file: 'application/octet-stream',
      async run({ services, ctx, params: { challengeId, partId, filename } }) {
        const file = await services.captures.file(ctx, challengeId, partId, filename)
        const headers = {
          'Content-Type': 'application/octet-stream',
          'Content-Disposition': disposition('attachment', filename)
        }
        return new Reply(200, headers, file)
      }
    }),
    DELETE: call({
      id: 'gameDeleteTeamTraffic',
      summary: 'Delete a capture',
      scope: 'admin',
      role: 'Admin',
      params: ofFile,
      run: async ({ services, ctx, params: { challengeId, partId, filename } }) => {
        await services.captures.remove(ctx, { challengeId, participationId: partId, file: filename })
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
