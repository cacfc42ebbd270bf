/** Error before sending; null when the file is acceptable. */
export function faultOf({ name, size }: Pick<File, 'name' | 'size'>, most: number): string | null {
  if (!name.endsWith('.pdf')) return 'writeup:form.not_pdf'
  if (size === 0) return 'writeup:form.empty'
  return size > most ? 'writeup:form.too_large' : null
}
