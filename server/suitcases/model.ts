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
import { defineModel, foreignKey, optionalUser, required } from '~/server/db'
import type { HomeIds } from './contract'

/** A suitcase that was packed here. */
export class Suitcase extends Model<InferAttributes<Suitcase>, InferCreationAttributes<Suitcase>> {
  declare id: string
  declare gameId: number
  declare packedAt: Date
  /** Null for a deleted account. */
  declare packedBy: CreationOptional<string | null>
  /** The key of the other machine's game, base64; null until somebody has confirmed it. */
  declare key: CreationOptional<string | null>
  declare confirmedAt: CreationOptional<Date | null>
  declare confirmedBy: CreationOptional<string | null>
  /** The newest file of results, packed by gzip; null before the first. */
  declare results: CreationOptional<Buffer | null>
  declare receivedAt: CreationOptional<Date | null>
  /** Participations there and here, as merged last. */
  declare teams: CreationOptional<Record<string, number>>
  /** End of the ledger that was merged last; 0 and empty before. */
  declare mergedSeq: CreationOptional<number>
  declare mergedHash: CreationOptional<Buffer>
}

/** The suitcase that a game of this machine was made from. */
export class UnpackedSuitcase extends Model<
  InferAttributes<UnpackedSuitcase>,
  InferCreationAttributes<UnpackedSuitcase>
> {
  declare id: string
  declare gameId: number
  /** The key of the home game, base64. */
  declare homeKey: string
  declare challenges: HomeIds
  declare teams: HomeIds
  declare unpackedAt: Date
}

export function defineSuitcases(sequelize: Sequelize): ModelStatic<Suitcase> {
  return defineModel(sequelize, Suitcase, 'suitcases', {
    id: { type: DataTypes.UUID, primaryKey: true },
    gameId: foreignKey('games'),
    packedAt: required(DataTypes.DATE(3)),
    packedBy: optionalUser(),
    key: DataTypes.TEXT,
    confirmedAt: DataTypes.DATE(3),
    confirmedBy: optionalUser(),
    results: DataTypes.BLOB,
    receivedAt: DataTypes.DATE(3),
    teams: required(DataTypes.JSONB, {}),
    mergedSeq: required(DataTypes.INTEGER, 0),
    mergedHash: required(DataTypes.BLOB, literal("'\\x'::bytea"))
  })
}

export function defineUnpackedSuitcases(sequelize: Sequelize): ModelStatic<UnpackedSuitcase> {
  return defineModel(sequelize, UnpackedSuitcase, 'unpacked_suitcases', {
    id: { type: DataTypes.UUID, primaryKey: true },
    gameId: foreignKey('games', { unique: true }),
    homeKey: required(DataTypes.TEXT),
    challenges: required(DataTypes.JSONB),
    teams: required(DataTypes.JSONB),
    unpackedAt: required(DataTypes.DATE(3))
  })
}
