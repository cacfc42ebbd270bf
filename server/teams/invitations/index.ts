export { redeemInvitation } from './queries'
export { createInvitations, type Invitations, isWorkingInvitation } from './service'
