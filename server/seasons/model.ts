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
import type { Formula } from './constants'

export class Season extends Model<InferAttributes<Season>, InferCreationAttributes<Season>> {
  declare id: CreationOptional<number>
  declare title: string
  declare formula: Formula
  declare placePoints: number[]
  declare best: number | null
  declare version: CreationOptional<number>
  declare createdAt: Date
}

export class SeasonGameRow extends Model<
  InferAttributes<SeasonGameRow>,
  InferCreationAttributes<SeasonGameRow>
> {
  declare seasonId: number
  declare gameId: number
  /** In hundredths. */
  declare weight: number
}

export interface SeasonModels {
  seasons: ModelStatic<Season>
  games: ModelStatic<SeasonGameRow>
}

export function defineSeasons(sequelize: Sequelize): SeasonModels {
  return {
    seasons: defineModel(sequelize, Season, 'seasons', {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, autoIncrementIdentity: true },
      title: required(DataTypes.TEXT),
      formula: required(DataTypes.TEXT),
      placePoints: required(DataTypes.ARRAY(DataTypes.INTEGER)),
      best: DataTypes.INTEGER,
      version: required(DataTypes.INTEGER, 1),
      createdAt: required(DataTypes.DATE(3))
    }),
    games: defineModel(sequelize, SeasonGameRow, 'season_games', {
      seasonId: foreignKey('seasons', { primaryKey: true }),
      gameId: foreignKey('games', { primaryKey: true }),
      weight: required(DataTypes.INTEGER)
    })
  }
}
