const MARKS = /!?\[([^[]*?)\]\([^)]*\)|`+|^#+ |\*\*/gm

export const plainOf = (markdown: string): string => markdown.replace(MARKS, '$1')
