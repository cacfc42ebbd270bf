import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, optionalUser, required } from '~/server/db'

export class Cheat extends Model<InferAttributes<Cheat>, InferCreationAttributes<Cheat>> {
  declare submissionId: number
  declare gameId: number
  declare participationId: number
  declare sourceParticipationId: number
}

export function defineCheats(sequelize: Sequelize): ModelStatic<Cheat> {
  return defineModel(sequelize, Cheat, 'cheats', {
    submissionId: foreignKey('submissions', { primaryKey: true }),
    gameId: foreignKey('games'),
    participationId: foreignKey('participations'),
    sourceParticipationId: foreignKey('participations')
  })
}

export class GameEvent extends Model<InferAttributes<GameEvent>, InferCreationAttributes<GameEvent>> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare type: string
  declare values: string[]
  declare at: Date
  declare userId: CreationOptional<string | null>
  declare participationId: CreationOptional<number | null>
  declare ip: CreationOptional<string | null>
}

export function defineGameEvents(sequelize: Sequelize): ModelStatic<GameEvent> {
  return defineModel(sequelize, GameEvent, 'game_events', {
    id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
    gameId: foreignKey('games'),
    type: required(DataTypes.TEXT),
    values: required(DataTypes.ARRAY(DataTypes.TEXT)),
    at: required(DataTypes.DATE(3)),
    userId: optionalUser(),
    participationId: foreignKey('participations', { allowNull: true }),
    ip: DataTypes.TEXT
  })
}

export class EventCount extends Model<InferAttributes<EventCount>, InferCreationAttributes<EventCount>> {
  declare gameId: number
  declare type: string
  declare n: number
}

export function defineEventCounts(sequelize: Sequelize): ModelStatic<EventCount> {
  return defineModel(sequelize, EventCount, 'event_counts', {
    gameId: foreignKey('games', { primaryKey: true }),
    type: { type: DataTypes.TEXT, primaryKey: true },
    n: required(DataTypes.INTEGER)
  })
}

export class SubmissionCount extends Model<
  InferAttributes<SubmissionCount>,
  InferCreationAttributes<SubmissionCount>
> {
  declare gameId: number
  declare status: string
  declare n: number
}

export function defineSubmissionCounts(sequelize: Sequelize): ModelStatic<SubmissionCount> {
  return defineModel(sequelize, SubmissionCount, 'submission_counts', {
    gameId: foreignKey('games', { primaryKey: true }),
    status: { type: DataTypes.TEXT, primaryKey: true },
    n: required(DataTypes.INTEGER)
  })
}

export class SeldomSubmission extends Model<
  InferAttributes<SeldomSubmission>,
  InferCreationAttributes<SeldomSubmission>
> {
  declare gameId: number
  declare status: string
  declare submittedAt: Date
  declare submissionId: number
}

export function defineSeldomSubmissions(sequelize: Sequelize): ModelStatic<SeldomSubmission> {
  return defineModel(sequelize, SeldomSubmission, 'seldom_submissions', {
    gameId: { type: DataTypes.INTEGER, primaryKey: true },
    status: { type: DataTypes.TEXT, primaryKey: true },
    submittedAt: { type: DataTypes.DATE(3), primaryKey: true },
    submissionId: { type: DataTypes.INTEGER, primaryKey: true }
  })
}

export class ChallengeCount extends Model<
  InferAttributes<ChallengeCount>,
  InferCreationAttributes<ChallengeCount>
> {
  declare challengeId: number
  declare n: number
}

export function defineChallengeCounts(sequelize: Sequelize): ModelStatic<ChallengeCount> {
  return defineModel(sequelize, ChallengeCount, 'challenge_counts', {
    challengeId: foreignKey('challenges', { primaryKey: true }),
    n: required(DataTypes.INTEGER)
  })
}
