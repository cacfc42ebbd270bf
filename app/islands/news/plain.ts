/** Marks of links, code, headings and strong words; the others are read over. */
const MARKS = /!?\[(.*?)\]\(.*?\)|`+|^#+ |\*\*/gm

/** Markdown as text to read, for the time in which it is not rendered. */
export const plainOf = (markdown: string): string => markdown.replace(MARKS, '$1')
