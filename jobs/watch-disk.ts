import type { Job } from './job'

const MIB = 1024 ** 2
/** MiB that the embedded Postgres may use between two checkpoints, or a challenge's file. */
const MIN_MIB = 1024

/** Logs that the disk fills up, while flags can still be stored. */
export const watchDisk: Job = {
  name: 'watch-disk',
  // Each machine has a disk of its own.
  everywhere: true,
  schedule: '*/10 * * * *',
  timeout: 60_000,
  async run({ services, log }) {
    const left = Math.floor((await services.assets.room()) / MIB)
    if (left < MIN_MIB) log.warn({ reason: `${left} MiB left where HALYARD_DATA is` }, 'disk_space_low')
  }
}
