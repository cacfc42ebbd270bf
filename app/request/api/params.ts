/** Parameters of paths that many calls have: `:id` alone, and a challenge (`:cId`, as the contract's edit calls name it) of a game. */
import { z } from 'zod'
import { idParam } from '~/server/platform/wire'

export const byId = z.object({ id: idParam })

export const ofEditedChallenge = byId.extend({ cId: idParam })
