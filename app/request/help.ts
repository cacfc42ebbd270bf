import { buildInfo } from './page/build'

/** Links to report faults and improve translations. */
export interface HelpLinks {
  issues: string
  translation: string
}

/** Part of the about page with contacts. */
const NOWHERE_ELSE = '/About#help'

/** The operator's link, else the build's repository, else the about page. */
export async function helpLinksOf(named: { [key in keyof HelpLinks]: string | null }): Promise<HelpLinks> {
  const { repo } = await buildInfo()
  return {
    issues: named.issues ?? (repo ? `${repo}/issues` : NOWHERE_ELSE),
    translation: named.translation ?? (repo ? `${repo}/tree/HEAD/locales` : NOWHERE_ELSE)
  }
}
