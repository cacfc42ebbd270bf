import { notFoundPage } from '~/app/request/errors'

const nowhere = () => {
  throw notFoundPage()
}

export const loader = nowhere
export const action = nowhere

export default function Nowhere() {
  return null
}
