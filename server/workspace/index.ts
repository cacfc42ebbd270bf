export { type AtChallenge, createWorkspaces, type Workspaces } from './service'
