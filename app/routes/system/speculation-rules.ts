/** Calls, files, and editors, because a page prefetched during editing would be stale. */
const NEVER = ['/api/*', '/assets/*', '/remember*', '/admin/*', '/posts/*/Edit', '/Search*']

const rules = {
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: NEVER } }]
      },
      // On press: early enough to help, too late to be stale.
      eagerness: 'conservative'
    }
  ]
}

/** What browsers may prefetch; a header of entry.server names it, so that no inline script is needed. */
export const loader = () =>
  new Response(JSON.stringify(rules), {
    headers: { 'Content-Type': 'application/speculationrules+json', 'Cache-Control': 'public, max-age=3600' }
  })
