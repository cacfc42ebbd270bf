import { notFoundPage } from '~/app/request/errors'

const nowhere = () => {
  throw notFoundPage()
}

/** Every path that is no route: The Nowhere. */
export const loader = nowhere
export const action = nowhere

export default function Nowhere() {
  return null
}
