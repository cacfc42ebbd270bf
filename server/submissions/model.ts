import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, optionalUser, required, serial } from '~/server/db'

export class Submission extends Model<InferAttributes<Submission>, InferCreationAttributes<Submission>> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare challengeId: number
  declare participationId: number
  declare userId: CreationOptional<string | null>
  declare answer: string
  declare status: CreationOptional<
    'FlagSubmitted' | 'Accepted' | 'WrongAnswer' | 'CheatDetected' | 'NotFound'
  >
  declare submittedAt: Date
  declare judgedAt: CreationOptional<Date | null>
  declare ip: CreationOptional<string | null>
  declare userAgent: CreationOptional<string | null>
  /** A person's decision; null: flags decide (docs/rules/corrections.md#rulings). */
  declare ruling: CreationOptional<'granted' | 'voided' | null>
  /** Counts the verdicts of the game for answers that waited for a checker, in the order of judging; null for all others. */
  declare lateNo: CreationOptional<number | null>
}

export function defineSubmissions(sequelize: Sequelize): ModelStatic<Submission> {
  return defineModel(sequelize, Submission, 'submissions', {
    id: serial(),
    gameId: required(DataTypes.INTEGER),
    challengeId: required(DataTypes.INTEGER),
    participationId: foreignKey('participations'),
    userId: optionalUser(),
    answer: required(DataTypes.TEXT),
    status: required(DataTypes.TEXT, 'FlagSubmitted'),
    submittedAt: required(DataTypes.DATE(3)),
    judgedAt: DataTypes.DATE(3),
    ip: DataTypes.TEXT,
    userAgent: DataTypes.TEXT,
    ruling: DataTypes.TEXT,
    lateNo: DataTypes.INTEGER
  })
}

export class Solve extends Model<InferAttributes<Solve>, InferCreationAttributes<Solve>> {
  declare challengeId: number
  declare participationId: number
  declare gameId: number
  declare submissionId: number
  declare userId: CreationOptional<string | null>
  declare solvedAt: Date
}

export function defineSolves(sequelize: Sequelize): ModelStatic<Solve> {
  return defineModel(sequelize, Solve, 'solves', {
    challengeId: { type: DataTypes.INTEGER, primaryKey: true },
    participationId: { type: DataTypes.INTEGER, primaryKey: true },
    gameId: required(DataTypes.INTEGER),
    submissionId: foreignKey('submissions'),
    userId: optionalUser(),
    solvedAt: required(DataTypes.DATE(3))
  })
}

export class Unjudged extends Model<InferAttributes<Unjudged>, InferCreationAttributes<Unjudged>> {
  declare gameId: number
  declare submittedAt: Date
  declare submissionId: number
  /** A checker has to decide first (docs/rules/plugins.md#checkers). */
  declare waits: CreationOptional<boolean>
  /** A checker was asked; its verdict comes after those of later answers. */
  declare waited: CreationOptional<boolean>
}

export function defineUnjudged(sequelize: Sequelize): ModelStatic<Unjudged> {
  return defineModel(sequelize, Unjudged, 'unjudged', {
    gameId: { type: DataTypes.INTEGER, primaryKey: true },
    submittedAt: { type: DataTypes.DATE(3), primaryKey: true },
    submissionId: { type: DataTypes.INTEGER, primaryKey: true },
    waits: required(DataTypes.BOOLEAN, false),
    waited: required(DataTypes.BOOLEAN, false)
  })
}

export class FlagCheck extends Model<InferAttributes<FlagCheck>, InferCreationAttributes<FlagCheck>> {
  declare submissionId: number
  declare plugin: string
  declare isRight: CreationOptional<boolean | null>
  declare attempts: number
  declare error: CreationOptional<string | null>
  declare dueAt: CreationOptional<Date>
}

export function defineFlagChecks(sequelize: Sequelize): ModelStatic<FlagCheck> {
  return defineModel(sequelize, FlagCheck, 'flag_checks', {
    submissionId: foreignKey('submissions', { primaryKey: true }),
    plugin: required(DataTypes.TEXT),
    isRight: DataTypes.BOOLEAN,
    attempts: required(DataTypes.INTEGER),
    error: DataTypes.TEXT,
    dueAt: required(DataTypes.DATE(3), literal('now()'))
  })
}
