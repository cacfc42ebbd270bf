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
import type { GameRole } from '~/server/access/constants'
import { defineModel, foreignKey, optionalUser, required } from '~/server/db'

export class ApiToken extends Model<InferAttributes<ApiToken>, InferCreationAttributes<ApiToken>> {
  declare id: string
  /** Null: a service token. */
  declare userId: CreationOptional<string | null>
  declare madeBy: CreationOptional<string | null>
  declare name: string
  declare tokenHash: string
  declare hint: string
  declare scopes: string[]
  declare gameId: CreationOptional<number | null>
  /** The role of a service token of one game; null: its scopes are its rights. */
  declare gameRole: CreationOptional<GameRole | null>
  declare createdAt: CreationOptional<Date>
  declare expiresAt: Date
  declare lastUsedAt: CreationOptional<Date | null>
  declare ended: CreationOptional<boolean>
}

export function defineApiTokens(sequelize: Sequelize): ModelStatic<ApiToken> {
  return defineModel(sequelize, ApiToken, 'api_tokens', {
    id: { type: DataTypes.UUID, primaryKey: true },
    userId: foreignKey('users', { type: DataTypes.UUID, allowNull: true }),
    madeBy: optionalUser(),
    name: required(DataTypes.TEXT),
    tokenHash: required(DataTypes.CHAR(64)),
    hint: required(DataTypes.TEXT),
    scopes: required(DataTypes.ARRAY(DataTypes.TEXT)),
    gameId: foreignKey('games', { allowNull: true }),
    gameRole: DataTypes.TEXT,
    createdAt: required(DataTypes.DATE(3), literal('now()')),
    expiresAt: required(DataTypes.DATE(3)),
    lastUsedAt: DataTypes.DATE(3),
    ended: required(DataTypes.BOOLEAN, false)
  })
}
