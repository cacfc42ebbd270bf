export function Logo({ url }: { url?: string | null }) {
  if (url) return <img className="logo" src={url} alt="" width="18" height="18" />
  return (
    <svg className="logo" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d="M4 1v18" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      <path className="pennant" d="M6 3h12l-3.6 4L18 11H6z" />
    </svg>
  )
}
