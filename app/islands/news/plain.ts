const MARKS = /!?\[([^[\]\n]*)\]\([^)\n]*\)|`+|^#+ |\*\*/gm

export const plainOf = (markdown: string): string => markdown.replace(MARKS, '$1')
