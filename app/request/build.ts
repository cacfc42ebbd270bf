import { z } from 'zod'

/** Facts about a release build (product.md §3); valid only when every one has its form (product.md §5). */
const buildInfo = z.object({
  rawTag: z.string().regex(/^(v\d+\.\d+\.\d+|develop)$/),
  sha: z.string().regex(/^[0-9a-f]{40}$/i),
  /** `2024-10-17T05:42:23Z`. */
  timestamp: z.string().length(20).pipe(z.iso.datetime()),
  repo: z.url({ protocol: /^https?$/ })
})
type BuildInfo = z.infer<typeof buildInfo>

/** What the build was told by VITE_BUILD_TAG, _SHA, _TIMESTAMP and _REPO; null when any is missing or malformed. */
export function readBuildInfo(env: Record<string, unknown> = import.meta.env): BuildInfo | null {
  const given = {
    rawTag: env.VITE_BUILD_TAG,
    sha: env.VITE_BUILD_SHA,
    timestamp: env.VITE_BUILD_TIMESTAMP,
    repo: env.VITE_BUILD_REPO
  }
  const result = buildInfo.safeParse(given)
  return result.success ? result.data : null
}
