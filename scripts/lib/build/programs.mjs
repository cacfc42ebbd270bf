/** What is bundled into build/NAME.js, by its entry. */
export const PROGRAMS = {
  web: 'server/main.ts',
  workers: 'server/workers.ts',
  scoring: 'scoring/main.ts',
  jobs: 'jobs/main.ts',
  migrate: 'server/migrate.ts',
  event: 'scripts/event/main.ts',
  game: 'scripts/game/main.ts',
  suitcase: 'scripts/suitcase/main.ts',
  backup: 'scripts/backup/main.ts',
  files: 'scripts/files/main.ts'
}

/** @typedef {keyof typeof PROGRAMS} ProgramName */

/** The command for authors: one file that needs nothing but Node, wherever it is copied to. */
export const COMMAND = {
  entry: 'scripts/cli/main.ts',
  file: 'build/halyard.cjs',
  served: 'build/client/halyard.cjs'
}
