/** An address that a person or team gave, without what every one has. */
export function WebLink({ href }: { href: string }) {
  return (
    <a className="link" href={href} rel="nofollow ugc noopener">
      <bdi>{href.replace(/^https:\/\//i, '').replace(/\/$/, '')}</bdi>
    </a>
  )
}
