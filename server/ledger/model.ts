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

export class LedgerHead extends Model<InferAttributes<LedgerHead>, InferCreationAttributes<LedgerHead>> {
  declare gameId: number
  declare seq: CreationOptional<number>
  declare hash: CreationOptional<Buffer>
}

export function defineLedgerHeads(sequelize: Sequelize): ModelStatic<LedgerHead> {
  return defineModel(sequelize, LedgerHead, 'ledger_heads', {
    gameId: foreignKey('games', { primaryKey: true }),
    seq: required(DataTypes.INTEGER, 0),
    hash: required(DataTypes.BLOB, literal("'\\x'::bytea"))
  })
}

export class BoardRevision extends Model<
  InferAttributes<BoardRevision>,
  InferCreationAttributes<BoardRevision>
> {
  declare gameId: number
  declare rebuilds: CreationOptional<number>
  declare refreshes: CreationOptional<number>
}

export function defineBoardRevisions(sequelize: Sequelize): ModelStatic<BoardRevision> {
  return defineModel(sequelize, BoardRevision, 'board_revisions', {
    gameId: foreignKey('games', { primaryKey: true }),
    rebuilds: required(DataTypes.INTEGER, 0),
    refreshes: required(DataTypes.INTEGER, 0)
  })
}

export class ScoreEvent extends Model<InferAttributes<ScoreEvent>, InferCreationAttributes<ScoreEvent>> {
  declare gameId: number
  declare seq: number
  declare kind: string
  declare at: Date
  declare participationId: CreationOptional<number | null>
  declare challengeId: CreationOptional<number | null>
  declare submissionId: CreationOptional<number | null>
  declare userId: CreationOptional<string | null>
  declare payload: CreationOptional<unknown>
  declare prevHash: Buffer
  declare hash: Buffer
}

export function defineScoreEvents(sequelize: Sequelize): ModelStatic<ScoreEvent> {
  return defineModel(sequelize, ScoreEvent, 'score_events', {
    gameId: foreignKey('games', { primaryKey: true }),
    seq: { type: DataTypes.INTEGER, primaryKey: true },
    kind: required(DataTypes.TEXT),
    at: required(DataTypes.DATE(3)),
    participationId: DataTypes.INTEGER,
    challengeId: DataTypes.INTEGER,
    submissionId: DataTypes.INTEGER,
    userId: DataTypes.UUID,
    payload: DataTypes.JSONB,
    prevHash: required(DataTypes.BLOB),
    hash: required(DataTypes.BLOB)
  })
}

export class LedgerCheckpoint extends Model<
  InferAttributes<LedgerCheckpoint>,
  InferCreationAttributes<LedgerCheckpoint>
> {
  declare gameId: number
  declare seq: number
  declare hash: Buffer
  declare at: Date
  /** Base64. */
  declare signature: string
}

export function defineLedgerCheckpoints(sequelize: Sequelize): ModelStatic<LedgerCheckpoint> {
  return defineModel(sequelize, LedgerCheckpoint, 'ledger_checkpoints', {
    gameId: foreignKey('games', { primaryKey: true }),
    seq: { type: DataTypes.INTEGER, primaryKey: true },
    hash: required(DataTypes.BLOB),
    at: required(DataTypes.DATE(3)),
    signature: required(DataTypes.TEXT)
  })
}
