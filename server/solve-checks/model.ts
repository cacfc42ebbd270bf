import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import type { CheckState } from '~/server/challenges/solver/constants'
import { defineModel, foreignKey, optionalUser, required } from '~/server/db'
import type { RunCause, RunOutcome, RunReason } from './constants'

export class SolveCheck extends Model<InferAttributes<SolveCheck>, InferCreationAttributes<SolveCheck>> {
  declare challengeId: number
  declare state: CreationOptional<CheckState>
  declare since: CreationOptional<Date | null>
  declare nextAt: CreationOptional<Date | null>
}

export class SolveCheckRun extends Model<
  InferAttributes<SolveCheckRun>,
  InferCreationAttributes<SolveCheckRun>
> {
  declare id: string
  declare challengeId: number
  declare cause: RunCause
  declare requestedBy: CreationOptional<string | null>
  declare requestedAt: Date
  /** The instance of the last attempt; its row may have been deleted. */
  declare instanceId: CreationOptional<string | null>
  declare attempts: CreationOptional<number>
  declare leaseOwner: CreationOptional<string | null>
  declare leaseUntil: CreationOptional<Date | null>
  declare startedAt: CreationOptional<Date | null>
  declare endedAt: CreationOptional<Date | null>
  declare outcome: CreationOptional<RunOutcome | null>
  declare reason: CreationOptional<RunReason | null>
  declare detail: CreationOptional<string | null>
  declare exitCode: CreationOptional<number | null>
  declare output: CreationOptional<string>
  declare masked: CreationOptional<string>
}

export function defineSolveChecks(sequelize: Sequelize): {
  solveChecks: ModelStatic<SolveCheck>
  solveCheckRuns: ModelStatic<SolveCheckRun>
} {
  return {
    solveChecks: defineModel(sequelize, SolveCheck, 'solve_checks', {
      challengeId: foreignKey('challenges', { primaryKey: true }),
      state: required(DataTypes.TEXT, 'never'),
      since: DataTypes.DATE(3),
      nextAt: DataTypes.DATE(3)
    }),
    solveCheckRuns: defineModel(sequelize, SolveCheckRun, 'solve_check_runs', {
      id: { type: DataTypes.UUID, primaryKey: true },
      challengeId: foreignKey('challenges'),
      cause: required(DataTypes.TEXT),
      requestedBy: optionalUser(),
      requestedAt: required(DataTypes.DATE(3)),
      instanceId: DataTypes.UUID,
      attempts: required(DataTypes.INTEGER, 1),
      leaseOwner: DataTypes.TEXT,
      leaseUntil: DataTypes.DATE(3),
      startedAt: DataTypes.DATE(3),
      endedAt: DataTypes.DATE(3),
      outcome: DataTypes.TEXT,
      reason: DataTypes.TEXT,
      detail: DataTypes.TEXT,
      exitCode: DataTypes.INTEGER,
      output: required(DataTypes.TEXT, ''),
      masked: required(DataTypes.TEXT, '')
    })
  }
}
