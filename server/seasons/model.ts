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
  /** How many the stored standing has. */
  declare teams: CreationOptional<number>
  /** Identifies the data from which the stored standing was made, see `outdated`. */
  declare madeFrom: CreationOptional<string>
  /** Games whose points are in it. */
  declare madeOf: CreationOptional<number[]>
}

export class SeasonGameRow extends Model<
  InferAttributes<SeasonGameRow>,
  InferCreationAttributes<SeasonGameRow>
> {
  declare seasonId: number
  declare gameId: number
  /** The weight in hundredths. */
  declare weight: number
}

/** A team's stored points for a game. */
export class SeasonResultRow extends Model<
  InferAttributes<SeasonResultRow>,
  InferCreationAttributes<SeasonResultRow>
> {
  declare seasonId: number
  declare teamId: number
  declare gameId: number
  declare place: number
  declare score: number
  /** Points in thousandths. */
  declare points: number
  /** The game is one of the team's best. */
  declare counted: boolean
}

/** A row of the stored standing. */
export class SeasonStandingRow extends Model<
  InferAttributes<SeasonStandingRow>,
  InferCreationAttributes<SeasonStandingRow>
> {
  declare seasonId: number
  /** The position from 1 without gaps; teams that share a place have different ones. */
  declare position: number
  declare teamId: number
  declare place: number
  /** Points in thousandths. */
  declare points: number
}

export interface SeasonModels {
  seasons: ModelStatic<Season>
  games: ModelStatic<SeasonGameRow>
  results: ModelStatic<SeasonResultRow>
  standings: ModelStatic<SeasonStandingRow>
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
      createdAt: required(DataTypes.DATE(3)),
      teams: required(DataTypes.INTEGER, 0),
      madeFrom: required(DataTypes.TEXT, ''),
      madeOf: required(DataTypes.ARRAY(DataTypes.INTEGER), literal("'{}'::integer[]"))
    }),
    games: defineModel(sequelize, SeasonGameRow, 'season_games', {
      seasonId: foreignKey('seasons', { primaryKey: true }),
      gameId: foreignKey('games', { primaryKey: true }),
      weight: required(DataTypes.INTEGER)
    }),
    results: defineModel(sequelize, SeasonResultRow, 'season_results', {
      seasonId: foreignKey('seasons', { primaryKey: true }),
      teamId: foreignKey('teams', { primaryKey: true }),
      gameId: foreignKey('games', { primaryKey: true }),
      place: required(DataTypes.INTEGER),
      score: required(DataTypes.INTEGER),
      points: required(DataTypes.INTEGER),
      counted: required(DataTypes.BOOLEAN)
    }),
    standings: defineModel(sequelize, SeasonStandingRow, 'season_standings', {
      seasonId: foreignKey('seasons', { primaryKey: true }),
      position: { type: DataTypes.INTEGER, primaryKey: true },
      teamId: foreignKey('teams'),
      place: required(DataTypes.INTEGER),
      points: required(DataTypes.BIGINT)
    })
  }
}
