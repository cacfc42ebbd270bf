const rules = {
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: ['/api/*', '/assets/*', '/remember*'] } }]
      },
      // While the button goes down: early enough to be felt, too late to be stale.
      eagerness: 'conservative'
    }
  ]
}

/** What browsers may fetch ahead; entry.server names it in a header, so that no inline script is needed. */
export const loader = () =>
  new Response(JSON.stringify(rules), {
    headers: { 'Content-Type': 'application/speculationrules+json', 'Cache-Control': 'public, max-age=3600' }
  })
