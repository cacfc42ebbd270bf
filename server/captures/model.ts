import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'

export class Capture extends Model<InferAttributes<Capture>, InferCreationAttributes<Capture>> {
  declare id: CreationOptional<number>
  declare instanceId: CreationOptional<string | null>
  declare gameId: number
  declare challengeId: number
  declare participationId: number
  declare userId: CreationOptional<string | null>
  declare address: string
  declare file: string
  declare bytes: CreationOptional<number>
  declare dropped: CreationOptional<number>
  declare charged: CreationOptional<number>
  declare openedAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
  declare leaseUntil: Date
  declare closedAt: CreationOptional<Date | null>
  declare pinnedAt: CreationOptional<Date | null>
  declare pinnedBy: CreationOptional<string | null>
  declare pinNote: CreationOptional<string | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineCaptures(sequelize: Sequelize): typeof Capture {
  class Bound extends Capture {}
  return Bound.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      instanceId: {
        type: DataTypes.UUID,
        references: { model: 'instances', key: 'id' },
        onDelete: 'SET NULL'
      },
      gameId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'games', key: 'id' },
        onDelete: 'CASCADE'
      },
      challengeId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'challenges', key: 'id' },
        onDelete: 'CASCADE'
      },
      participationId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'participations', key: 'id' },
        onDelete: 'CASCADE'
      },
      userId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      address: { type: DataTypes.TEXT, allowNull: false },
      file: { type: DataTypes.TEXT, allowNull: false },
      bytes: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 },
      dropped: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 },
      charged: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 },
      openedAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('clock_timestamp()') },
      updatedAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('clock_timestamp()') },
      leaseUntil: { type: DataTypes.DATE(3), allowNull: false },
      closedAt: DataTypes.DATE(3),
      pinnedAt: DataTypes.DATE(3),
      pinnedBy: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      pinNote: DataTypes.TEXT
    },
    { sequelize, tableName: 'captures', modelName: 'Capture' }
  ) as typeof Capture
}
