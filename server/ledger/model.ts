import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'

export class LedgerHead extends Model<InferAttributes<LedgerHead>, InferCreationAttributes<LedgerHead>> {
  declare gameId: number
  declare seq: CreationOptional<number>
  declare hash: CreationOptional<Buffer>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineLedgerHeads(sequelize: Sequelize): typeof LedgerHead {
  class Bound extends LedgerHead {}
  return Bound.init(
    {
      gameId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'games', key: 'id' },
        onDelete: 'CASCADE'
      },
      seq: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      hash: { type: DataTypes.BLOB, allowNull: false, defaultValue: literal("'\\x'::bytea") }
    },
    { sequelize, tableName: 'ledger_heads', modelName: 'LedgerHead' }
  ) as typeof LedgerHead
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

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineScoreEvents(sequelize: Sequelize): typeof ScoreEvent {
  class Bound extends ScoreEvent {}
  return Bound.init(
    {
      gameId: {
        type: DataTypes.INTEGER,
        primaryKey: true,
        references: { model: 'games', key: 'id' },
        onDelete: 'CASCADE'
      },
      seq: { type: DataTypes.INTEGER, primaryKey: true },
      kind: { type: DataTypes.TEXT, allowNull: false },
      at: { type: DataTypes.DATE(3), allowNull: false },
      participationId: DataTypes.INTEGER,
      challengeId: DataTypes.INTEGER,
      submissionId: DataTypes.INTEGER,
      userId: DataTypes.UUID,
      payload: DataTypes.JSONB,
      prevHash: { type: DataTypes.BLOB, allowNull: false },
      hash: { type: DataTypes.BLOB, allowNull: false }
    },
    { sequelize, tableName: 'score_events', modelName: 'ScoreEvent' }
  ) as typeof ScoreEvent
}
