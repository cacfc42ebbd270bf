import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, required } from '~/server/db'

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
}

export function defineSubmissions(sequelize: Sequelize): ModelStatic<Submission> {
  return defineModel(sequelize, Submission, 'submissions', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    gameId: required(DataTypes.INTEGER),
    challengeId: required(DataTypes.INTEGER),
    participationId: foreignKey('participations'),
    userId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
    answer: required(DataTypes.TEXT),
    status: required(DataTypes.TEXT, 'FlagSubmitted'),
    submittedAt: required(DataTypes.DATE(3)),
    judgedAt: DataTypes.DATE(3),
    ip: DataTypes.TEXT,
    userAgent: DataTypes.TEXT,
    ruling: DataTypes.TEXT
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
    userId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
    solvedAt: required(DataTypes.DATE(3))
  })
}

export class Unjudged extends Model<InferAttributes<Unjudged>, InferCreationAttributes<Unjudged>> {
  declare gameId: number
  declare submittedAt: Date
  declare submissionId: number
}

export function defineUnjudged(sequelize: Sequelize): ModelStatic<Unjudged> {
  return defineModel(sequelize, Unjudged, 'unjudged', {
    gameId: { type: DataTypes.INTEGER, primaryKey: true },
    submittedAt: { type: DataTypes.DATE(3), primaryKey: true },
    submissionId: { type: DataTypes.INTEGER, primaryKey: true }
  })
}
