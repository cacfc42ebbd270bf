import type { Env } from '~/server/platform/env'
import { checkSolves } from './check-solves'
import { closeCaptures } from './close-captures'
import { countSeasons } from './count-seasons'
import { flushVisits } from './flush-visits'
import { importUsers } from './import-users'
import type { Job } from './job'
import { purgeCaptures } from './purge-captures'
import { purgeExpired } from './purge-expired'
import { purgeInstances } from './purge-instances'
import { purgeLogs } from './purge-logs'
import { purgeTrash } from './purge-trash'
import { releaseChallenges } from './release-challenges'
import { revealBoards } from './reveal-boards'
import { sendMail } from './send-mail'
import { sendPush } from './send-push'
import { sendWebhooks } from './send-webhooks'
import { signLedgers } from './sign-ledgers'
import { sweepFiles } from './sweep-files'
import { watchDisk } from './watch-disk'

export const registry: Job[] = [
  sendMail,
  sendWebhooks,
  sendPush,
  flushVisits,
  purgeExpired,
  purgeInstances,
  purgeLogs,
  closeCaptures,
  purgeCaptures,
  releaseChallenges,
  revealBoards,
  checkSolves,
  purgeTrash,
  importUsers,
  signLedgers,
  countSeasons,
  sweepFiles,
  watchDisk
]

const OUTGOING = [sendMail, sendWebhooks, sendPush]

/** The jobs of a process: a copy of a platform sends nothing (docs/operating.md#a-copy-to-try). */
export const jobsOf = ({ HALYARD_OUTGOING }: Pick<Env, 'HALYARD_OUTGOING'>): Job[] =>
  HALYARD_OUTGOING === 'on' ? registry : registry.filter((job) => !OUTGOING.includes(job))
