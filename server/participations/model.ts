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
import { defineModel, foreignKey, required, serial } from '~/server/db'
import type { Answers } from '~/server/registration-fields/contract'

export class Participation extends Model<
  InferAttributes<Participation>,
  InferCreationAttributes<Participation>
> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare teamId: number
  declare status: CreationOptional<'Pending' | 'Accepted' | 'Rejected' | 'Suspended'>
  declare division: CreationOptional<string | null>
  /** Milliseconds of extra time after the regular end; 0 without (docs/rules/participation.md#extra-time). */
  declare extraMs: CreationOptional<number>
  /** The reason for staff; null without extra time. */
  declare extraReason: CreationOptional<string | null>
  /** The team's, by field id (docs/rules/participation.md#registration-fields). */
  declare answers: CreationOptional<Answers>
  declare token: string
  declare createdAt: CreationOptional<Date>
}

export function defineParticipations(sequelize: Sequelize): ModelStatic<Participation> {
  return defineModel(sequelize, Participation, 'participations', {
    id: serial(),
    gameId: foreignKey('games'),
    teamId: foreignKey('teams'),
    status: required(DataTypes.TEXT, 'Pending'),
    division: DataTypes.TEXT,
    extraMs: required(DataTypes.BIGINT, 0),
    extraReason: DataTypes.TEXT,
    answers: required(DataTypes.JSONB, {}),
    token: required(DataTypes.TEXT),
    createdAt: required(DataTypes.DATE(3), literal('now()'))
  })
}

export class Registration extends Model<
  InferAttributes<Registration>,
  InferCreationAttributes<Registration>
> {
  declare gameId: number
  declare userId: string
  declare participationId: number
  /** The player's, by field id. */
  declare answers: CreationOptional<Answers>
  declare createdAt: CreationOptional<Date>
}

export function defineRegistrations(sequelize: Sequelize): ModelStatic<Registration> {
  return defineModel(sequelize, Registration, 'registrations', {
    gameId: foreignKey('games', { primaryKey: true }),
    userId: foreignKey('users', { type: DataTypes.UUID, primaryKey: true }),
    participationId: foreignKey('participations'),
    answers: required(DataTypes.JSONB, {}),
    createdAt: required(DataTypes.DATE(3), literal('now()'))
  })
}
