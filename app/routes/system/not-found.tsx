import { notFoundPage } from '~/app/request/errors'

const nowhere = () => {
  throw notFoundPage()
}

/** 404 page of all unknown paths. */
export const loader = nowhere
export const action = nowhere

export default function Nowhere() {
  return null
}
