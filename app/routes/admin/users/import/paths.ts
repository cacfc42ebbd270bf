export const IMPORTS = '/admin/Users/Import'
export const importPath = (id: string) => `${IMPORTS}/${id}`
