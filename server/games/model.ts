import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'

export class Game extends Model<InferAttributes<Game>, InferCreationAttributes<Game>> {
  declare id: CreationOptional<number>
  declare title: string
  declare summary: string
  declare content: string
  declare hidden: boolean
  declare startAt: Date
  declare endAt: Date
  declare inviteCode: string | null
  declare divisions: string[]
  declare memberLimit: number
  declare containerLimit: number
  declare acceptWithoutReview: boolean
  declare practiceMode: boolean
  declare writeupRequired: boolean
  declare writeupDeadline: Date
  declare writeupNote: string
  declare bloodBonus: number
  declare posterHash: CreationOptional<string | null>
  declare publicKey: string
  /** Sealed, see keys.ts. */
  declare privateSeed: string
  /** Event it was imported from; null otherwise. */
  declare origin: CreationOptional<string | null>
  /** What stood for placeholders in imports. */
  declare importValues: CreationOptional<Record<string, string>>
  /** Counts the writes. */
  declare version: CreationOptional<number>
  declare createdAt: Date
}

/** Ties the model to a connection; one class per database, so that tests may open several. */
export function defineGame(sequelize: Sequelize): typeof Game {
  class Bound extends Game {}
  const required = { allowNull: false }
  return Bound.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      title: { type: DataTypes.TEXT, ...required },
      summary: { type: DataTypes.TEXT, ...required, defaultValue: '' },
      content: { type: DataTypes.TEXT, ...required, defaultValue: '' },
      hidden: { type: DataTypes.BOOLEAN, ...required, defaultValue: false },
      startAt: { type: DataTypes.DATE(3), ...required },
      endAt: { type: DataTypes.DATE(3), ...required },
      inviteCode: DataTypes.TEXT,
      divisions: { type: DataTypes.ARRAY(DataTypes.TEXT), ...required, defaultValue: [] },
      memberLimit: { type: DataTypes.INTEGER, ...required, defaultValue: 0 },
      containerLimit: { type: DataTypes.INTEGER, ...required, defaultValue: 3 },
      acceptWithoutReview: { type: DataTypes.BOOLEAN, ...required, defaultValue: false },
      practiceMode: { type: DataTypes.BOOLEAN, ...required, defaultValue: true },
      writeupRequired: { type: DataTypes.BOOLEAN, ...required, defaultValue: false },
      writeupDeadline: { type: DataTypes.DATE(3), ...required, defaultValue: literal('now()') },
      writeupNote: { type: DataTypes.TEXT, ...required, defaultValue: '' },
      bloodBonus: { type: DataTypes.INTEGER, ...required, defaultValue: 52459530 },
      posterHash: { type: DataTypes.CHAR(64), references: { model: 'blobs', key: 'hash' } },
      publicKey: { type: DataTypes.TEXT, ...required },
      privateSeed: { type: DataTypes.TEXT, ...required },
      origin: DataTypes.TEXT,
      importValues: { type: DataTypes.JSONB, ...required, defaultValue: {} },
      version: { type: DataTypes.INTEGER, ...required, defaultValue: 1 },
      createdAt: { type: DataTypes.DATE(3), ...required, defaultValue: literal('now()') }
    },
    { sequelize, tableName: 'games', modelName: 'Game', version: true }
  ) as typeof Game
}
