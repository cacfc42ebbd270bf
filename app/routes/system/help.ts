import { buildInfo } from '~/app/request/page/build'

interface HelpLinks {
  issues: string
  translation: string
}

const NOWHERE_ELSE = '/About#help'

/** The operator's link, else the build's repository, else the about page. */
export async function helpLinksOf(named: { [key in keyof HelpLinks]: string | null }): Promise<HelpLinks> {
  const { repo } = await buildInfo()
  return {
    issues: named.issues ?? (repo ? `${repo}/issues` : NOWHERE_ELSE),
    translation: named.translation ?? (repo ? `${repo}/tree/HEAD/locales` : NOWHERE_ELSE)
  }
}
