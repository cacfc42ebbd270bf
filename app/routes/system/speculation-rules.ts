/** Calls and files; and what is edited, which an unsaved form may keep open until another page was fetched too early. */
const NEVER = ['/api/*', '/assets/*', '/remember*', '/admin/*', '/posts/*/Edit', '/Search*']

const rules = {
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: NEVER } }]
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
