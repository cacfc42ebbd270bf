import { buildInfo } from './page/build'

/** Where readers report faults and better a translation. */
export interface HelpLinks {
  issues: string
  translation: string
}

/** The part of the about page that says who to turn to. */
const NOWHERE_ELSE = '/About#help'

/** What the operator named, else the repository of this build, else the about page. */
export async function helpLinksOf(named: { [key in keyof HelpLinks]: string | null }): Promise<HelpLinks> {
  const { repo } = await buildInfo()
  return {
    issues: named.issues ?? (repo ? `${repo}/issues` : NOWHERE_ELSE),
    translation: named.translation ?? (repo ? `${repo}/tree/HEAD/locales` : NOWHERE_ELSE)
  }
}
