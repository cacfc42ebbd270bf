import ical from 'ical-generator'
import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'

/** The times of a game for a calendar; a second download moves the same entry (RFC 5545, UID). */
const calls = api(null, {
  '/games/:id/Calendar': {
    GET: call({
      id: 'gameCalendar',
      summary: 'Download the times of a game for a calendar',
      params: z.object({ id: idParam }),
      file: 'text/calendar',
      async run({ services, ctx, params, publicUrl }) {
        const { id, title, summary, start, end } = await services.games.one(ctx, params.id)
        // Without a configured address of the platform the entry has no link.
        const url = publicUrl && new URL(`/games/${id}`, publicUrl)
        const calendar = ical({ prodId: { company: 'Halyard', product: 'Halyard', language: 'EN' } })
        calendar.createEvent({
          ...{ id: `game-${id}@${url ? url.hostname : 'halyard'}`, start, end },
          ...{ summary: title, description: summary },
          ...(url && { url: url.href })
        })
        const headers = {
          'Content-Type': 'text/calendar; charset=utf-8',
          'Content-Disposition': `attachment; filename="game-${id}.ics"`
        }
        return new Reply(200, headers, calendar.toString())
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
