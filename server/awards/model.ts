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
import type { GivenAwards } from './contract'

export class GameAward extends Model<InferAttributes<GameAward>, InferCreationAttributes<GameAward>> {
  declare gameId: number
  /** The caller's, unique in the game. */
  declare key: string
  /** Also of a challenge that is gone. */
  declare challengeId: CreationOptional<number | null>
  declare content: Pick<GivenAwards, 'reason' | 'awards'>
  declare at: Date
  /** Null for a caller without a token; tokens may be gone. */
  declare tokenId: CreationOptional<string | null>
}

export function defineGameAwards(sequelize: Sequelize): ModelStatic<GameAward> {
  return defineModel(sequelize, GameAward, 'game_awards', {
    gameId: foreignKey('games', { primaryKey: true }),
    key: { type: DataTypes.TEXT, primaryKey: true },
    challengeId: DataTypes.INTEGER,
    content: required(DataTypes.JSONB),
    at: required(DataTypes.DATE(3)),
    tokenId: DataTypes.UUID
  })
}
