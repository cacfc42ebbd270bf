/** Marks of links, code, headings and strong words; others stay. */
const MARKS = /!?\[(.*?)\]\(.*?\)|`+|^#+ |\*\*/gm

/** Markdown as plain text, for the time before it is rendered. */
export const plainOf = (markdown: string): string => markdown.replace(MARKS, '$1')
