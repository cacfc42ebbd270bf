import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, required } from '~/server/db'

export class ChallengeOpening extends Model<
  InferAttributes<ChallengeOpening>,
  InferCreationAttributes<ChallengeOpening>
> {
  declare challengeId: number
  declare participationId: number
  declare openedAt: Date
}

export function defineChallengeOpenings(sequelize: Sequelize): ModelStatic<ChallengeOpening> {
  return defineModel(sequelize, ChallengeOpening, 'challenge_openings', {
    challengeId: foreignKey('challenges', { primaryKey: true }),
    participationId: foreignKey('participations', { primaryKey: true }),
    openedAt: required(DataTypes.DATE(3))
  })
}

export class ChallengeDownload extends Model<
  InferAttributes<ChallengeDownload>,
  InferCreationAttributes<ChallengeDownload>
> {
  declare challengeId: number
  declare participationId: number
  declare downloadedAt: Date
}

export function defineChallengeDownloads(sequelize: Sequelize): ModelStatic<ChallengeDownload> {
  return defineModel(sequelize, ChallengeDownload, 'challenge_downloads', {
    challengeId: foreignKey('challenges', { primaryKey: true }),
    participationId: foreignKey('participations', { primaryKey: true }),
    downloadedAt: required(DataTypes.DATE(3))
  })
}
