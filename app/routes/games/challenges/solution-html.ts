import { markdown } from '~/app/components/markdown/render-markdown'
import { escapeHtml } from '~/server/platform/text'

/** A published solution below a challenge's text, folded, so that nobody who practises reads it by accident. */
export const solutionHtml = (solution: string, t: (key: string) => string): string =>
  `<details class="solution"><summary>${escapeHtml(t('solutions:solution'))}</summary>${markdown(solution)}</details>`
