export {
  CATEGORY_COLUMNS,
  CATEGORY_ROW,
  ensureCategories,
  findKeptCategory,
  listCategories,
  OWN_CATEGORY,
  OWN_CATEGORY_SQL,
  readCategory
} from './queries'
export { type Categories, createCategories } from './service'
