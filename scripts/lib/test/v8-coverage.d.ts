/** The functions that we use; the library has no types. */
declare module '@bcoe/v8-coverage' {
  type ScriptCoverage = import('node:inspector').Profiler.ScriptCoverage

  /** Sums up the counts of one script; undefined for an empty list. */
  export function mergeScriptCovs(counts: readonly ScriptCoverage[]): ScriptCoverage | undefined
}
