import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, required, serial } from '~/server/db'
import type { RequestState } from './constants'

/** The listing of a team or of a player. */
export class Listing extends Model<InferAttributes<Listing>, InferCreationAttributes<Listing>> {
  declare id: CreationOptional<number>
  declare teamId: CreationOptional<number | null>
  declare userId: CreationOptional<string | null>
  declare text: string
  declare at: Date
}

export function defineListings(sequelize: Sequelize): ModelStatic<Listing> {
  return defineModel(sequelize, Listing, 'team_listings', {
    id: serial(),
    teamId: foreignKey('teams', { allowNull: true, unique: true }),
    userId: foreignKey('users', { type: DataTypes.UUID, allowNull: true, unique: true }),
    text: required(DataTypes.TEXT),
    at: required(DataTypes.DATE(3))
  })
}

export class JoinRequest extends Model<InferAttributes<JoinRequest>, InferCreationAttributes<JoinRequest>> {
  declare teamId: number
  declare userId: string
  declare text: string
  declare at: Date
  declare state: CreationOptional<RequestState>
  declare answeredAt: CreationOptional<Date | null>
  /** The player has closed the answer. */
  declare seen: CreationOptional<boolean>
}

export function defineRequests(sequelize: Sequelize): ModelStatic<JoinRequest> {
  return defineModel(sequelize, JoinRequest, 'team_requests', {
    teamId: foreignKey('teams', { primaryKey: true }),
    userId: foreignKey('users', { type: DataTypes.UUID, primaryKey: true }),
    text: required(DataTypes.TEXT),
    at: required(DataTypes.DATE(3)),
    state: required(DataTypes.TEXT, 'Waiting'),
    answeredAt: DataTypes.DATE(3),
    seen: required(DataTypes.BOOLEAN, false)
  })
}
