import { useLocation } from '@remix-run/react'
import { usePageFrame, useShell } from '~/app/request/page/shell'

/** Characters; search engines show no more. */
const MAX_DESCRIPTION_LENGTH = 200

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MAX_DESCRIPTION_LENGTH
    ? line
    : `${line.slice(0, MAX_DESCRIPTION_LENGTH - 1).replace(/\s\S*$/, '')}…`
}

interface PageMetaProps {
  title: string | null
}

export function PageMeta({ title }: PageMetaProps) {
  const shell = useShell()
  const { pathname } = useLocation()
  const frame = usePageFrame()
  if (!shell) return null
  const { platform, publicUrl, locale } = shell
  const description = shortened(frame.description || platform.description || platform.slogan)
  const picture = frame.picture ?? platform.logoUrl
  return (
    <>
      {description && <meta name="description" content={description} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={platform.title} />
      <meta property="og:title" content={title || platform.title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:locale" content={locale.replace('-', '_')} />
      {publicUrl && <meta property="og:url" content={publicUrl + pathname} />}
      {publicUrl && picture && <meta property="og:image" content={publicUrl + picture} />}
    </>
  )
}
